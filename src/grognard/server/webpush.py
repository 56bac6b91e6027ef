"""Web push: messages encrypted for one browser (RFC 8291, aes128gcm) and signed as this server's (RFC 8292, VAPID)."""

from __future__ import annotations

import base64
import os
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec

from grognard.errors import Invalid

RECORD = 4096
VALID = 12 * 3600  # seconds for which a signature is good
PLAIN_MAX = 3_000


def available() -> bool:
    """Whether the package for it is installed."""
    try:
        import cryptography.hazmat.primitives.asymmetric.ec  # noqa: F401
    except ImportError:
        return False
    return True


def encoded(content: bytes) -> str:
    """Base64 as addresses and headers want it."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text: str, length: int) -> bytes:
    """Its bytes; Invalid if they are not so many."""
    try:
        content = base64.urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
    except ValueError:
        content = b""
    if len(content) != length:
        raise Invalid("that is no push subscription")
    return content


def new_key() -> str:
    """A private key for this server: its 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encoded(number.to_bytes(32, "big"))


def _private(key: str) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(decoded(key, 32), "big"), ec.SECP256R1())


def _point(key: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    content: bytes = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return content


def public_key(key: str) -> str:
    """What browsers must know of the key."""
    return encoded(_point(_private(key).public_key()))


def check(p256dh: str, auth: str) -> None:
    """Invalid if these are no keys of a browser."""
    from cryptography.hazmat.primitives.asymmetric import ec

    decoded(auth, 16)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh, 65))
    except ValueError:
        raise Invalid("that is no push subscription") from None


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, salt, info).derive(secret)


def encrypt(content: bytes, p256dh: str, auth: str, salt: bytes = b"", key: str = "") -> bytes:
    """A message as the browser reads it; `salt` and `key` are fresh unless a test gives them."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    theirs = decoded(p256dh, 65)
    salt = salt or os.urandom(16)
    mine = _private(key or new_key())
    shared = mine.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    point = _point(mine.public_key())
    secret = _derive(decoded(auth, 16), shared, b"WebPush: info\0" + theirs + point, 32)
    cek = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(cek).encrypt(nonce, content[:PLAIN_MAX] + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point + sealed


def headers(endpoint: str, key: str, contact: str) -> dict[str, str]:
    """What tells the push service who sends: a signed token for its origin, for half a day."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + VALID, "sub": contact}
    head = encoded(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
    signed = f"{head}.{encoded(msgspec.json.encode(claims))}"
    r, s = decode_dss_signature(_private(key).sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return {
        "Authorization": f"vapid t={signed}.{signature}, k={public_key(key)}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
    }
