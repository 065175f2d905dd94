"""One connection to the server, below HTTP, because libraries refuse to send what is not valid."""
import socket

# Seconds. What is no request may be the beginning of one, for whose rest the server waits.
PATIENCE = 60
SHORT = 1


class Dropped(Exception):
    """The server closed the connection without an answer, as it may after bytes that are no request."""


class Answer:
    def __init__(self, head, body):
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split()[1])
        self.headers = [tuple(part.strip() for part in line.split(":", 1)) for line in lines[1:] if ":" in line]
        self.body = body

    def header(self, name):
        return next((value for key, value in self.headers if key.lower() == name), None)


class Connection:
    def __init__(self, port, patience=PATIENCE):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.settimeout(patience)

    def exchange(self, data, parts=1, leaves=False):
        """Sends bytes, in several parts, and returns the first answer; `leaves` closes the connection in the middle of it."""
        try:
            size = max(1, len(data) // parts)
            for start in range(0, len(data), size):
                self.socket.sendall(data[start:start + size])
            if leaves:
                raise Dropped("the client has left")
            return self.answer()
        except (ConnectionError, socket.timeout) as error:
            # The server may refuse a request before it has read the body.
            try:
                return self.answer()
            except (ConnectionError, socket.timeout, OSError):
                raise Dropped(repr(error)) from error
        finally:
            self.socket.close()

    def answer(self):
        data = b""
        while b"\r\n\r\n" not in data:
            part = self.socket.recv(65536)
            if not part:
                raise Dropped("no bytes")
            data += part
        head, body = data.split(b"\r\n\r\n", 1)
        answer = Answer(head, body)
        length = answer.header("content-length")
        # Streams are read up to their first part.
        while length and len(answer.body) < int(length):
            part = self.socket.recv(65536)
            if not part:
                raise Dropped("half an answer")
            answer.body += part
        return answer
