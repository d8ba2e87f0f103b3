"""Short stories that the scribe plays, in the client's format: seen for the first time they had (precision, recall)
en .92 .69, ja .77 .62; the rules were then mended on them."""

from __future__ import annotations

from pathlib import Path

from claude.scribe import Scribe
from claude.stories.script import Bash, Edit, Label, Say, Story

STORIES = (
    Story(
        "en_a",
        (
            Say(
                "Our nightly job that builds the product feed has been timing out since the weekend. Can you find "
                "out why?",
                (
                    Bash(
                        "python feed/build.py --limit 1000",
                        'Traceback (most recent call last):\n  File "feed/build.py", line 88\nTimeoutError: query '
                        'took longer than 30s',
                        1,
                    ),
                    "The query joins prices without an index on product_id, so it scans 14 million rows. It could "
                    "also be that the weekend import doubled the table.",
                    Edit("feed/migrations/004_index.sql"),
                    Bash("python feed/build.py --limit 1000", "done, 1000 products in 2.1s"),
                    "With an index on prices.product_id the job needs two seconds. Should I also raise the "
                    "timeout, just in case?",
                ),
            ),
            Say(
                "No, leave the timeout alone. I want to notice when it gets slow again.",
                ("Understood, it stays at 30 seconds.",),
            ),
            Say(
                "How many products do we have in total?",
                (Bash("psql -c 'select count(*) from products'", " count\n 412000"), "About 412,000."),
            ),
            Say(
                "Hm. Then building everything each night is silly. What are the options?",
                (
                    "Two options: build only what changed since the last run, or stream the feed on request. "
                    "Incremental is easier to operate.",
                ),
            ),
            Say(
                "incremental. full rebuild on sundays",
                (Edit("feed/build.py"), "Done: incremental on weekdays, full on Sundays."),
            ),
            Say(
                "You named the flag --partial. We call that delta everywhere else.",
                (Edit("feed/build.py"), "Renamed to --delta."),
            ),
            Say(
                "commit please",
                (
                    Bash(
                        "git commit -am 'Build the product feed incrementally'",
                        "[main aa11bb2] Build the product feed incrementally\n 3 files changed",
                    ),
                    "Committed.",
                ),
            ),
            Say(
                "One thing I still need to find out: does Google accept feeds without GTIN? Leave that for now.",
                ("Okay.",),
            ),
        ),
        (
            Label("fix breakthrough", "index|TimeoutError"),
            Label("rejection decision preference", "timeout"),
            Label("decision", "incremental"),
            Label("correction preference", "delta"),
            Label("milestone", "incrementally"),
            Label("question", "GTIN"),
        ),
    ),
    Story(
        "en_b",
        (
            Say(
                "I'd like a small CLI that renames photos by the date they were taken. Any thoughts on the language?",
                (
                    "Go gives you a single binary, Python has the better EXIF libraries. For a tool you share with "
                    "friends I'd take Go.",
                ),
            ),
            Say(
                "Go sounds good.", (Edit("main.go"), "The skeleton is there. Which pattern do you want for the names?")
            ),
            Say(
                "2024-05-31_142233.jpg, always local time of the camera", (Edit("main.go"), "Names look like that now.")
            ),
            Say(
                "What happens if two photos were taken in the same second?",
                ("At the moment the second one would overwrite the first. I could append a counter.",),
            ),
            Say(
                "Yes, a counter, but only when needed.",
                (Edit("main.go"), Bash("go test ./...", "ok  photo 0.2s"), "Tests pass."),
            ),
            Say(
                "I also thought about adding a GUI, what do you think?",
                ("It would triple the code. A drag and drop wrapper script could be enough.",),
            ),
            Say("true, forget the GUI", ("Okay.",)),
            Say("Never touch the original files by the way, always copy.", (Edit("main.go"), "It copies now.")),
            Say("cool, thanks! will try it on my holiday pictures tonight", ("Have fun!",)),
        ),
        (
            Label("decision", "Go"),
            Label("decision", "2024-05-31|local time|pattern"),
            Label("decision", "counter"),
            Label("rejection decision", "GUI"),
            Label("preference correction remember", "original|copy"),
        ),
    ),
    Story(
        "en_c",
        (
            Say(
                "Let's set up authentication for the new service. Use sessions with cookies, nothing fancy.",
                (Edit("auth/session.py"), "Sessions are in, stored in the database."),
            ),
            Say("Where did you put the secret?", ("In config.py as a default value, so that it runs out of the box.",)),
            Say(
                "Secrets must not be in the code. Read it from the environment and refuse to start without it.",
                (Edit("config.py"), "It refuses to start without SESSION_SECRET now."),
            ),
            Say(
                "run the tests",
                (
                    Bash(
                        "pytest -q",
                        "E   KeyError: 'SESSION_SECRET'\nFAILED tests/test_app.py::test_home - KeyError: "
                        "'SESSION_SECRET'\n1 failed, 20 passed",
                        1,
                    ),
                    Edit("tests/conftest.py"),
                    Bash("pytest -q", "21 passed in 1.9s"),
                    "The tests did not set the variable; conftest does that now.",
                ),
            ),
            Say(
                "Hmm, product just told me the mobile app will use the same API. So cookies won't work for them.",
                ("Then tokens are the better fit: short-lived JWTs plus a refresh token.",),
            ),
            Say(
                "OK so let's switch to tokens. Short access token, 15 minutes.",
                (Edit("auth/tokens.py"), "Switched to tokens with 15 minutes."),
            ),
            Say("And drop the session table.", (Edit("migrations/009.sql"), "Dropped.")),
            Say(
                "is there a way to see all valid tokens of a user?",
                ("Not with plain JWTs; you'd need a table of refresh tokens.",),
            ),
            Say("good to know. we're done for today", ("See you!",)),
        ),
        (
            Label("decision", "sessions|cookies"),
            Label("correction preference rejection remember", "secret"),
            Label("fix", "SESSION_SECRET"),
            Label("premise change", "mobile|cookies"),
            Label("decision change", "token"),
            Label("decision rejection", "session table", optional=True),
        ),
    ),
    Story(
        "en_d",
        (
            Say("hey, quick one: how do I exit vim", ("Press Escape, then type :q! and Enter.",)),
            Say("haha classic. thanks", ("You're welcome!",)),
            Say(
                "why does everyone hate on php?", ("Mostly its early inconsistencies; modern PHP is quite different.",)
            ),
            Say("yeah I never liked it either. we used it at my first job", ("Many of us did.",)),
            Say("would you use tabs or spaces?", ("Whatever the project uses; formatters make it moot.",)),
            Say("fair. ok back to work, ttyl", ("See you!",)),
        ),
        (),
    ),
    Story(
        "ja_a",
        (
            Say(
                "夜間の商品フィード作成が週末からタイムアウトしています。原因を調べてもらえますか",
                (
                    Bash(
                        "python feed/build.py --limit 1000",
                        "Traceback (most recent call last):\nTimeoutError: query took longer than 30s",
                        1,
                    ),
                    "pricesのproduct_idに索引がなく、1400万行を走査していました。",
                    Edit("feed/migrations/004_index.sql"),
                    Bash("python feed/build.py --limit 1000", "done, 1000 products in 2.1s"),
                    "索引を足したところ2秒で終わりました。念のためタイムアウトも延ばしましょうか?",
                ),
            ),
            Say("いや、それはそのままで。また遅くなったら気づきたいので", ("承知しました、30秒のままにします。",)),
            Say(
                "商品って全部で何件ある?",
                (Bash("psql -c 'select count(*) from products'", " 412000"), "約41万件です。"),
            ),
            Say(
                "毎晩全件作るのは無駄だなあ。どんな手がある?",
                ("前回から変わったものだけ作る方法と、要求されたときに流す方法があります。差分のほうが運用は楽です。",),
            ),
            Say("差分で。日曜だけ全件にしといて", (Edit("feed/build.py"), "平日は差分、日曜は全件にしました。")),
            Say(
                "フラグ名がpartialになってるけど、うちではdeltaって呼んでるんだよね",
                (Edit("feed/build.py"), "deltaに変えました。"),
            ),
            Say(
                "コミットお願い",
                (
                    Bash(
                        "git commit -am '商品フィードを差分で作る'",
                        "[main aa11bb2] 商品フィードを差分で作る\n 3 files changed",
                    ),
                    "コミットしました。",
                ),
            ),
            Say("GTINなしのフィードをGoogleが受け付けるかはまだ不明。確認しないと", ("はい。",)),
        ),
        (
            Label("fix breakthrough", "索引|TimeoutError"),
            Label("rejection decision preference", "タイムアウト|そのまま"),
            Label("decision", "差分"),
            Label("correction preference", "delta"),
            Label("milestone", "差分で作る"),
            Label("question", "GTIN"),
        ),
    ),
    Story(
        "ja_b",
        (
            Say(
                "撮影日時で写真の名前を変える小さなCLIを作りたいです。言語は何がいいですかね",
                (
                    "Goなら単一バイナリになります。PythonはEXIFのライブラリが充実しています。"
                    "友人に配るならGoがよいと思います。",
                ),
            ),
            Say("じゃあGoにしましょう", (Edit("main.go"), "雛形を作りました。ファイル名の形式はどうしますか?")),
            Say("2024-05-31_142233.jpg で。時刻はカメラの現地時間で統一", (Edit("main.go"), "その形式にしました。")),
            Say("同じ秒に2枚あったらどうなる?", ("今は後のものが上書きします。連番を付けることもできます。",)),
            Say(
                "連番つけて。必要なときだけね",
                (Edit("main.go"), Bash("go test ./...", "ok  photo 0.2s"), "テストも通りました。"),
            ),
            Say(
                "GUIもあったほうがいいかなと思ったんだけど、どう?",
                ("コードが3倍になります。ドラッグ用の小さなスクリプトで足りるかもしれません。",),
            ),
            Say("たしかに。GUIはやめとく", ("承知しました。",)),
            Say("あと元のファイルには絶対触らないこと。必ずコピーで", (Edit("main.go"), "コピーするようにしました。")),
            Say("ありがとう、今夜旅行の写真で試してみる", ("楽しんでください!",)),
        ),
        (
            Label("decision", "Go"),
            Label("decision", "2024-05-31|現地時間|形式"),
            Label("decision", "連番"),
            Label("rejection decision", "GUI"),
            Label("preference correction remember", "元のファイル|コピー"),
        ),
    ),
    Story(
        "ja_c",
        (
            Say(
                "新しいサービスの認証を作ってください。クッキーのセッションで、凝ったことはしない方針で",
                (Edit("auth/session.py"), "セッションをデータベースに保存するようにしました。"),
            ),
            Say("シークレットはどこに置いた?", ("すぐ動くように、config.pyに既定値として書きました。",)),
            Say(
                "コードにシークレットを書くのはだめです。環境変数から読んで、なければ起動しないように",
                (Edit("config.py"), "SESSION_SECRETがなければ起動しません。"),
            ),
            Say(
                "テスト回して",
                (
                    Bash(
                        "pytest -q",
                        "E   KeyError: 'SESSION_SECRET'\nFAILED tests/test_app.py::test_home - KeyError: "
                        "'SESSION_SECRET'\n1 failed, 20 passed",
                        1,
                    ),
                    Edit("tests/conftest.py"),
                    Bash("pytest -q", "21 passed in 1.9s"),
                    "テストで変数を設定していなかったのが原因です。conftestで設定しました。",
                ),
            ),
            Say(
                "今企画から聞いたんだけど、モバイルアプリも同じAPIを使うらしい。クッキーじゃ無理だ",
                ("それならトークンのほうが合います。短命のJWTとリフレッシュトークンです。",),
            ),
            Say(
                "よし、トークンに切り替えよう。アクセストークンは15分で",
                (Edit("auth/tokens.py"), "トークンに切り替えました。"),
            ),
            Say(
                "ユーザーの有効なトークンを一覧で見る方法ってある?",
                ("JWTだけでは見られません。リフレッシュトークンの表が必要です。",),
            ),
            Say("なるほど。今日はここまでで", ("お疲れさまでした。",)),
        ),
        (
            Label("decision", "セッション|クッキー"),
            Label("correction preference rejection remember", "シークレット"),
            Label("fix", "SESSION_SECRET|変数"),
            Label("premise change", "モバイル|クッキー"),
            Label("decision change", "トークン"),
        ),
    ),
    Story(
        "ja_d",
        (
            Say("vimってどうやって終わるんだっけ", ("Escを押して :q! と入力し、Enterです。",)),
            Say("あるあるだよね笑 ありがとう", ("どういたしまして。",)),
            Say("なんでPHPってあんなに嫌われてるの?", ("初期の一貫性のなさが主な理由です。今のPHPはだいぶ違います。",)),
            Say("自分も苦手だったなあ。最初の会社で使ってたけど", ("そういう方は多いですね。",)),
            Say("タブとスペースどっち派?", ("プロジェクトに合わせます。整形ツールがあれば気になりません。",)),
            Say("それもそうか。じゃ仕事戻るわ", ("いってらっしゃい。",)),
        ),
        (),
    ),
)


def play(story: Story, folder: Path) -> None:
    """Write the story's transcript into ``folder``."""
    scribe = Scribe(folder / f"{story.name}.jsonl")
    for say in story.says:
        scribe.user(say.prompt)
        for step in say.steps:
            if isinstance(step, str):
                scribe.says(step)
            elif isinstance(step, Bash):
                status = f"Exit code {step.code}\n" if step.code else ""
                scribe.bash(step.command, status + step.out, failed=bool(step.code))
            else:
                scribe.edit(f"/home/dev/project/{step.path}")
