import ConversationModel
import Markup

/// Reading somebody's code: by camera, from a picture, or as text. Without a script the text remains.
enum VerifyReading {
  static func html(_ screen: TalkScreen, _ context: PageContext, key: ConversationKey) -> HTML {
    HTML {
      Tag.div(
        .class("block"), .id("by-picture"), .flag(.hidden), pictures(key), .data("none", noCode),
        .data("lost", "Tern does not answer. Try again.")
      ) {
        Tag.h3 { "With the camera" }
        camera
        Tag.h3 { "From a picture" }
        Tag.label(
          .class("drop"), .id("drop"),
          .data("unreadable", "This is no picture that the browser can show. Choose another one.")
        ) {
          Icon.image.html()
          Tag.span {
            Tag.span(.class("link")) { "Choose a picture" }
            ", or drop or paste one here"
          }
          Tag.input(
            .class("unseen"), .id("picture"), .set(.type, "file"), .set(.accept, "image/*"),
            .aria("describedby", "picture-problem"))
        }
        Tag.p(.class("hint"), .id("picture-busy"), .set(.role, "status"), .flag(.hidden)) {
          "Looking for a code…"
        }
        Composer.problemLine(id: "picture-problem")
      }
      Tag.div(.class("block")) {
        Tag.h3 { "As text" }
        form(context, key: key, brought: screen.broughtCode)
      }
    }
  }

  private static let noCode =
    "No code was found in the picture. All of it has to be visible, sharp and not too small."

  private static func pictures(_ key: ConversationKey) -> Attribute {
    .data("place", LinkTarget.path("talk", key.text, "verify", "picture").text)
  }

  /// The page's script shows the button where the browser has a camera, and the sentence where it has none.
  private static let camera = Tag.div(
    .id("camera"),
    .data("denied", "The browser may not use the camera. Allow it beside the address, or use a picture."),
    .data("busy", "The camera could not be started; another program may be using it."),
    .data("gone", "The camera went away.")
  ) {
    Tag.p(.id("no-camera")) { "This browser has no camera here. Use a picture or the text instead." }
    Tag.p(.class("actions")) {
      Tag.button(.class("button primary"), .id("camera-start"), .set(.type, "button"), .flag(.hidden)) {
        Icon.code.html(.small)
        "Scan with the camera"
      }
      Tag.button(.class("button"), .id("camera-stop"), .set(.type, "button"), .flag(.hidden)) {
        "Stop the camera"
      }
    }
    Tag.div(.class("finder"), .id("finder"), .flag(.hidden)) {
      Tag.video(.id("camera-view"), .aria("label", "What the camera sees"))
    }
    Tag.p(.class("hint"), .id("camera-hint"), .set(.role, "status"), .flag(.hidden)) {
      "Hold the code in front of the camera. It is read by itself; pictures stay on this computer."
    }
    Composer.problemLine(id: "camera-problem")
  }

  /// `brought` is a code that a link carried here; the person sends it or not.
  private static func form(_ context: PageContext, key: ConversationKey, brought: String) -> HTML {
    let target = LinkTarget.path("talk", key.text, "verify")
    return Tag.form(
      .class("fields"), .id("verify-form"), .set(.method, "post"), .action(target), .htmxPost(target),
      .set(.hxSwap, "none")
    ) {
      Composer.tokenField(context)
      Tag.div(.class("field")) {
        Tag.label(.set(.for, "code")) { "Their code" }
        Tag.textarea(
          .class("input code-text"), .id("code"), .set(.name, "code"), .set(.rows, "3"), .flag(.required),
          .set(.maxlength, "\(VerificationCode.textBytesMax)"), .set(.autocomplete, "off"),
          .set(.spellcheck, "false"), .aria("describedby", "code-problem code-hint")
        ) { brought }
        Composer.problemLine(id: "code-problem")
        Tag.p(.class("hint"), .id("code-hint")) { "A code holds for five minutes and counts once." }
      }
      Tag.p(.class("actions")) {
        Tag.button(.class("button"), .set(.type, "submit")) { "Verify" }
      }
    }
  }
}
