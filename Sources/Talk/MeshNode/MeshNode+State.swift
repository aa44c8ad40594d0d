import Mesh
import TransportPorts

/// What the engine wants kept, on its way to the file and back.
extension MeshNode: ArchiveTransport {
  /// Forgets the public messages of a peer.
  public func dropStored(of peer: PeerAddress) {
    guard let target = peerID(peer) else { return }
    handle(.command(.dropStoredMessages(of: target)))
  }

  /// Gives the engine what an earlier run kept. A file that cannot be read gives nothing: the mesh learns it
  /// again.
  func restoreState() async {
    guard let stateFile, let values = try? await stateFile.values() else { return }
    for (name, value) in values {
      if name == MeshStateFile.archiveName {
        handle(.command(.restoreArchive(ArchiveCoding.frames(value))))
      } else if name.hasPrefix(MeshStateFile.modulePrefix) {
        let module = String(name.dropFirst(MeshStateFile.modulePrefix.count))
        handle(.command(.restoreModule(name: module, value: value)))
      }
    }
  }

  /// Writes a value soon; of several for one name the newest. One writing at a time.
  func keep(_ value: [UInt8], under name: String) {
    guard let stateFile else { return }
    unsaved[name] = value
    guard saving == nil else { return }
    saving = Task {
      while !self.unsaved.isEmpty {
        let batch = self.unsaved
        self.unsaved = [:]
        // What a full disk refuses is lost; the engine gives the whole value again at its next change.
        try? await stateFile.keep(batch)
      }
      self.saving = nil
    }
  }
}
