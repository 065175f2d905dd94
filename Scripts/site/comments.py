"""The parts of a documentation comment: its text, parameters, result and errors."""
import re

FIELD = re.compile(r"\s*- (Parameter ([\w`]+)|Parameters|Returns|Throws|Complexity|Note|Warning|Important|Precondition):\s*(.*)$")
PARAMETER = re.compile(r"\s+- ([\w`]+):\s*(.*)$")
TITLES = {"Returns": "Returns", "Throws": "Throws", "Complexity": "Complexity", "Precondition": "Precondition"}


class Comment:
    """`fields` has (title, Markdown), and `asides` (kind, Markdown)."""

    def __init__(self, lines):
        self.abstract, self.text, self.parameters, self.fields, self.asides = "", "", [], [], []
        body, current, fenced = [], None, False
        for line in lines:
            if line.lstrip().startswith("```"):
                fenced = not fenced
            match = None if fenced else FIELD.match(line)
            if match:
                current = self.begin(match)
            elif current is self.parameters and (inner := PARAMETER.match(line)):
                self.parameters.append([inner[1].strip("`"), inner[2]])
            elif current is not None and line.startswith(" ") and line.strip():
                target = self.parameters if current is self.parameters else current
                if target:
                    target[-1][1] += "\n" + line.strip()
            else:
                if line.strip():
                    current = None
                if current is None:
                    body.append(line)
        text = "\n".join(body).strip()
        self.abstract, _, self.text = text.partition("\n\n")

    def begin(self, match):
        if match[2]:
            self.parameters.append([match[2].strip("`"), match[3]])
            return self.parameters
        if match[1] == "Parameters":
            return self.parameters
        found = self.fields if match[1] in TITLES else self.asides
        found.append([match[1], match[3]])
        return found
