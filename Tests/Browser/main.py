"""Runs the scenarios and closes with one line: how many facts held, how many did not."""

import importlib
import shutil
import sys
import traceback
from pathlib import Path

from playwright.sync_api import sync_playwright

from stage import PROGRAM, RESULTS, Stage
from windows import Windows

SCENARIOS = Path(__file__).parent / "scenarios"


def chosen(arguments: list[str]) -> list[str]:
    if "--self-check" in arguments:
        return ["self_check"]
    names = sorted(path.stem for path in SCENARIOS.glob("[0-9]*.py"))
    return [name for name in names if not arguments or any(word in name for word in arguments)]


def play(name: str, stage: Stage) -> None:
    print(f"{name}:", flush=True)
    try:
        importlib.import_module(f"scenarios.{name}").run(stage)
        stage.facts_about_problems()
    except Exception:
        stage.fact(f"{name} runs to its end", False)
        traceback.print_exc(file=sys.stdout)
        for number, context in enumerate(stage.windows.browser.contexts):
            for page in context.pages:
                page.screenshot(path=RESULTS / f"failed-{name}-{number}.png")


def main(arguments: list[str]) -> int:
    names = chosen(arguments)
    if not names:
        print(f"browser: no scenario is called like {arguments}")
        return 1
    if names != ["self_check"] and not PROGRAM.exists():
        print(f"browser: {PROGRAM} is missing. Run: swift build -c release --product tern")
        return 1
    shutil.rmtree(RESULTS, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    with sync_playwright() as playwright:
        windows = Windows(playwright, RESULTS)
        stage = Stage(windows)
        try:
            for name in names:
                play(name, stage)
        finally:
            windows.close()
            stage.close()
    for failure in stage.failures:
        print(f"browser: failed: {failure}")
    print(f"{stage.passed} passed, {len(stage.failures)} failed")
    return 1 if stage.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
