"""Stands in for a desktop's notification service on the bus of DBUS_SESSION_BUS_ADDRESS.

Writes what it is told as lines of JSON. Takes lines on standard input: `choose ID KEY` tells that somebody chose
something on a notification; the end of the input ends it. With --plain it says that it knows no markup.
"""

import json
import sys
import threading

from jeepney import DBusAddress, HeaderFields, MessageType, new_error, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


def tell(**words):
    print(json.dumps(words), flush=True)


def main():
    abilities = ["body", "actions"] + ([] if "--plain" in sys.argv else ["body-markup"])
    connection = open_dbus_connection("SESSION")
    connection.send_and_get_reply(message_bus.RequestName(NAME))
    emitter = DBusAddress(PATH, interface=NAME)
    lock = threading.Lock()

    def listen():
        for line in sys.stdin:
            _, number, key = line.split()
            with lock:
                connection.send(new_signal(emitter, "ActionInvoked", "us", (int(number), key)))

    threading.Thread(target=listen, daemon=True).start()
    tell(event="ready")
    count = 0
    while True:
        message = connection.receive()
        if message.header.message_type is not MessageType.method_call:
            continue
        member = message.header.fields.get(HeaderFields.member)
        if message.header.fields.get(HeaderFields.interface) != NAME:
            answer = new_error(message, "org.freedesktop.DBus.Error.UnknownInterface")
        elif member == "GetServerInformation":
            answer = new_method_return(message, "ssss", ("Stand-in", "Tern", "1", "1.2"))
        elif member == "GetCapabilities":
            answer = new_method_return(message, "as", (abilities,))
        elif member == "Notify":
            program, replaces, icon, title, body, choices, hints, expiry = message.body
            if not replaces:
                count += 1
            number = replaces or count
            tell(
                event="shown", id=number, replaces=replaces, program=program, title=title, body=body, choices=choices,
                hints={key: value for key, (_, value) in hints.items()},
            )
            answer = new_method_return(message, "u", (number,))
        elif member == "CloseNotification":
            tell(event="closed", id=message.body[0])
            answer = new_method_return(message)
        else:
            answer = new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
        with lock:
            connection.send(answer)


try:
    main()
except ConnectionError:
    pass  # The bus went.
