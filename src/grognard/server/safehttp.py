"""A POST to an address that a stranger gave: never into the local network, no redirects, and not for long.

The name is looked up once, every address it has is checked, and the connection is made to the address that was checked:
a name that means something else a moment later is no way in.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from urllib.parse import SplitResult, urlsplit

from grognard.errors import Invalid

SECONDS = 8.0  # for each step, and twice that for all
ANSWER_MAX = 4_096
URL_MAX = 600
_EMBEDDED = ipaddress.ip_network("64:ff9b::/96")  # IPv4 addresses behind a translator


class Away(OSError):  # noqa: N818 - it is an answer, not a fault
    """An address that must not be called."""


def check(url: str, *, private: bool = False) -> SplitResult:
    """The parts of an address that may be called, as far as can be seen from it; Invalid if it may not."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Invalid("that is no address") from None
    if len(url) > URL_MAX or not url.isascii() or not url.isprintable() or " " in url:
        raise Invalid("that is no address")
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise Invalid("the address must begin with https://")
    if not parts.hostname or "@" in parts.netloc:
        raise Invalid("the address must name a host, and no user")
    if port not in (None, 443) and not private:
        raise Invalid("the address must be on the usual port")
    try:
        inside = not public_address(parts.hostname)
    except ValueError:  # a name: looked up when it is called
        inside = parts.hostname == "localhost"
    if inside and not private:
        raise Invalid("the address leads into a private network")
    return parts


def public_address(text: str) -> bool:
    """Whether an IP address is one of the internet; ValueError if it is none."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return public_address(str(inner))
        if address in _EMBEDDED or address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _look_up(host: str, port: int, private: bool) -> tuple[int, str]:
    """Family and address to connect to; Away if any address of the name is a private one."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [(int(family), str(where[0])) for family, _, _, _, where in found]
    if not private and not all(public_address(address) for _, address in addresses):
        raise Away(f"{host} leads into a private network")
    if not addresses:
        raise Away(f"{host} leads nowhere")
    return addresses[0]


def post(url: str, body: bytes, headers: dict[str, str], *, private: bool = False) -> int:
    """Send it, and return the status of the answer; a redirect is an answer like any other."""
    parts = check(url, private=private)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    family, address = _look_up(host, port, private)
    line = socket.socket(family, socket.SOCK_STREAM)
    line.settimeout(SECONDS)
    wires = [line]
    ending = threading.Timer(2 * SECONDS, _cut, (wires,))
    ending.daemon = True
    ending.start()
    try:
        line.connect((address, port))
        if secure:
            shielded = _secured(line, host)
            wires.append(shielded)  # so that it can be cut in the midst of the handshake
            shielded.do_handshake()
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        connection.sock = wires[-1]
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            connection.request("POST", target, body, {"User-Agent": "Grognard", **headers})
            answer = connection.getresponse()
            answer.read(ANSWER_MAX)
            return answer.status
        except http.client.HTTPException as error:
            raise OSError(f"no answer in order: {error!r}") from error
        finally:
            connection.close()
    finally:
        ending.cancel()
        wires[-1].close()


def _secured(line: socket.socket, host: str) -> ssl.SSLSocket:
    """The line as one with TLS, before anything is said over it; `line` itself is of no more use then."""
    return ssl.create_default_context().wrap_socket(line, server_hostname=host, do_handshake_on_connect=False)


def _cut(wires: list[socket.socket]) -> None:
    """End it from another thread, whatever it waits for."""
    with contextlib.suppress(OSError):
        socket.socket.shutdown(wires[-1], socket.SHUT_RDWR)
