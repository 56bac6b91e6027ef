#!/usr/bin/env python3
"""A bot in ten lines: it plays at random, a word at a time. The protocol is in docs/bots.md."""

import json
import random
import sys

for line in sys.stdin:
    told, answer = json.loads(line), None
    if told["type"] == "hello":
        random.seed(told["seed"])
        answer = {"type": "ready", "name": "Example"}
    elif told["type"] == "go":
        answer = {"type": "choices", "words": ""}
    elif told["type"] == "choices":
        words = [word for _, group in told["groups"] for word in group] + ["."] * told["complete"]
        word = random.choice(words)
        answer = {"type": "bestmove", "action": told["words"]}
        if word != ".":
            answer = {"type": "choices", "words": f"{told['words']} {word}".strip()}
    if answer:
        print(json.dumps(answer), flush=True)
