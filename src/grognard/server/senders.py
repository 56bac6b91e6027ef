"""How a notice is sent: by mail, to a webhook, to a browser's push service. Called on threads; what fails raises."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

import msgspec

from grognard.server import webpush
from grognard.server.clubsettings import Club, Mail
from grognard.server.safehttp import post

SECONDS = 10.0
NAME = "Grognard"


class Letter(msgspec.Struct, frozen=True):
    """A notice: its words, and the address it leads to."""

    text: str
    link: str = ""
    tag: str = ""  # notices of one match replace each other


class Dead(Exception):  # noqa: N818 - it is an answer, not a fault
    """There is nobody at this target any more: do not try again."""


class Sender:
    """Knows the operator's settings, and the server's own key for push services."""

    def __init__(self, club: Club, key: Callable[[], str]) -> None:
        self._club, self._key = club, key

    def send(self, channel: str, target: str, content: str) -> None:
        """Send one notice; Dead if it is no use to try again."""
        letter = msgspec.json.decode(content, type=Letter)
        if channel == "mail":
            send_mail(self._club.mail, target, letter)
        elif channel == "push":
            endpoint, p256dh, auth = msgspec.json.decode(target, type=tuple[str, str, str])
            self._push(endpoint, p256dh, auth, letter)
        else:
            self._hook(target, channel.partition("-")[2], letter)

    def _hook(self, url: str, form: str, letter: Letter) -> None:
        said = f"{letter.text} {letter.link}".strip()
        if form == "discord":  # nobody is mentioned, whatever the text says
            body = msgspec.json.encode({"username": NAME, "content": said, "allowed_mentions": {"parse": []}})
        else:
            body = msgspec.json.encode({"text": letter.text, "link": letter.link, "match": letter.tag})
        status = post(url, body, {"Content-Type": "application/json"}, private=self._club.private_targets)
        if status in (401, 403, 404, 410):
            raise Dead(f"the webhook answers {status}")
        if not 200 <= status < 300:
            raise OSError(f"the webhook answers {status}")

    def _push(self, endpoint: str, p256dh: str, auth: str, letter: Letter) -> None:
        body = webpush.encrypt(msgspec.json.encode(letter), p256dh, auth)
        contact = self._club.contact or self._club.url or "mailto:nobody@localhost"
        headers = {**webpush.headers(endpoint, self._key(), contact), "TTL": "86400", "Urgency": "normal"}
        if letter.tag:
            headers["Topic"] = letter.tag[:32]
        status = post(endpoint, body, headers, private=self._club.private_targets)
        if status in (404, 410):
            raise Dead("the browser no longer wants it")
        if not 200 <= status < 300:
            raise OSError(f"the push service answers {status}")


def send_mail(mail: Mail, to: str, letter: Letter) -> None:
    """Send a mail by the operator's server."""
    if not mail.host:
        raise Dead("there is no mail here any more")
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = f"{NAME}: {letter.text}"[:150], mail.sender, to
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="grognard.invalid")
    message["Auto-Submitted"] = "auto-generated"
    why = "You get this because you asked for it in your account. Switch it off there."
    message.set_content("\n\n".join(filter(None, (letter.text, letter.link, why))) + "\n")
    context = ssl.create_default_context()
    if mail.security == "tls":
        line: smtplib.SMTP = smtplib.SMTP_SSL(mail.host, mail.port, timeout=SECONDS, context=context)
    else:
        line = smtplib.SMTP(mail.host, mail.port, timeout=SECONDS)
    with line:
        if mail.security == "starttls":
            line.starttls(context=context)
        if mail.user:
            line.login(mail.user, mail.password)
        try:
            line.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            if all(code >= 550 for code, _ in error.recipients.values()):
                raise Dead("there is no such mailbox") from error
            raise
