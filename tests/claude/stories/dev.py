"""Stories on which the rules of capture were made."""

from __future__ import annotations

from claude.stories.script import Agent, Bash, Edit, Label, Say, Story

STORIES = (
    Story("en_long_debugging", (
        Say("Morning! The nightly import has been failing since Tuesday, customers see yesterday's stock levels. "
            "Can you find out why?", (
            "I'll look at the import job and its log first.",
            Bash("tail -50 logs/import.log", "2026-03-03 02:10:11 ERROR worker: lost connection to MySQL server "
                                             "during query\n2026-03-03 02:10:11 INFO retry 1/3"),
            Bash("pytest -q tests/test_import.py", "F..\n=== FAILURES ===\nE       TimeoutError: batch of 50000 "
                                                   "rows took longer than 30s\nFAILED "
                                                   "tests/test_import.py::test_full_catalogue - TimeoutError: "
                                                   "batch of 50000 rows took longer than 30s\n1 failed, 2 passed "
                                                   "in 31.02s", 1),
            "I can reproduce it: the full-catalogue test times out. It could be the batch size or a missing index; "
            "I'll try a smaller batch first.",
            Edit("importer/batch.py"),
            Bash("pytest -q tests/test_import.py", "FAILED tests/test_import.py::test_full_catalogue - "
                                                   "TimeoutError: batch of 5000 rows took longer than 30s\n1 "
                                                   "failed, 2 passed in 30.5s", 1),
            "Still failing, so the batch size is not it. I need to see what the query does.")),
        Say("Could it be the network? We moved the database to another zone last week.", (
            Bash("ping -c 3 db.internal", "3 packets transmitted, 3 received, 0% packet loss, time 2003ms\nrtt "
                                          "min/avg/max = 0.4/0.5/0.6 ms"),
            "The network is fast: half a millisecond. So it is not the zone move.")),
        Say("ok, keep digging please", (
            Bash("mysql -e 'EXPLAIN SELECT * FROM stock WHERE sku = 1'", "id select_type table type possible_keys "
                "key rows\n1 SIMPLE stock ALL NULL NULL 4812233"),
            "Found the root cause: the stock table lost its index on sku in Tuesday's migration, so every lookup is "
            "a full scan over 4.8 million rows.",
            Edit("migrations/0042_restore_sku_index.sql"),
            Bash("pytest -q tests/test_import.py", "...\n3 passed in 2.11s"),
            "With the index restored the import runs in two seconds. I also put the batch size back to what it was. "
            "Shall I commit this?")),
        Say("Yes please.", (
            Bash("git add -A && git commit -m 'Restore the sku index that migration 0041 dropped'",
                "[main 9f31ab2] Restore the sku index that migration 0041 dropped\n 2 files changed, 4 insertions(+)"),
            "Committed.")),
        Say("Good. For the future: after every migration compare the indexes before and after, we got burned by "
            "this twice now.", (
            "Understood. I'll compare indexes before and after each migration.",)),
        Say("Thanks, that's all for now", ("You're welcome!",)),
    ), (
        Label("fix breakthrough premise", "index+sku"),
        Label("milestone", "sku index that migration 0041 dropped"),
        Label("remember preference", "compare the indexes"),
        Label("premise breakthrough", "zone|network", optional=True),
    )),
    Story("ja_change_of_mind", (
        Say("ユーザー向けの通知機能を作りたいです。メールとアプリ内の両方が必要です。", (
            "通知機能ですね。配信の仕組みについて二つの案があります。\n\n案A: データベースをポーリングする。"
            "実装は簡単ですが、遅延が数十秒になります。\n案B: Redis Streams を使う。遅延は小さいですが、"
            "運用するものが一つ増えます。\n\nどちらにしましょうか?",)),
        Say("案Bで進めましょう。リアルタイム性が大事なので。", (
            Edit("notify/streams.py"),
            "Redis Streams を使った配信の土台を作りました。",)),
        Say("ちょっと待って。インフラ担当に聞いたら、今の契約だとRedisは使えないらしい。前提が崩れました。", (
            "そうなると、案Bは成り立ちませんね。PostgreSQL の LISTEN/NOTIFY なら、"
            "追加のミドルウェアなしで遅延も一秒以内です。",)),
        Say("やっぱりPostgreSQLのLISTEN/NOTIFYにしましょう。追加費用もかからないし。", (
            Edit("notify/listen.py"),
            Bash("pytest -q", "..........\n10 passed in 1.20s"),
            Bash("git add -A && git commit -m '通知の配信を LISTEN/NOTIFY に切り替え'", "[main 41cd0fe] "
                "通知の配信を LISTEN/NOTIFY に切り替え\n 3 files changed"),
            "切り替えてコミットしました。")),
        Say("いいですね。既読の扱いは来週チームで決めます。", ("承知しました。既読の仕様は保留にしておきます。",)),
    ), (
        Label("decision", "Redis Streams|案B"),
        Label("premise", "Redis|前提"),
        Label("change decision", "LISTEN"),
        Label("milestone", "切り替え"),
        Label("question", "既読"),
    )),
    Story("en_small_talk", (
        Say("hey there!", ("Hello! What are we working on today?",)),
        Say("Nothing yet, just waiting for my coffee. How are you?", ("Doing well, thank you. Enjoy the coffee!",)),
        Say("haha thanks. It's raining cats and dogs here", ("Sounds like a good day to stay inside and write some "
            "code.",)),
        Say("True. What does the -u flag of git push do again?", ("It sets the upstream: later `git push` and `git "
            "pull` know which remote branch to use.",)),
        Say("Ah right, makes sense. Thanks!", ("Any time.",)),
        Say("ok talk later", ("See you!",)),
    )),
    Story("ja_feature", (
        Say("CSVエクスポート機能を追加してください。文字コードはまだ決めていません。", (
            "まず既存の出力処理を確認します。",
            Bash("grep -rn export app | head", "app/report.py:12:def export_pdf(rows):"),
            "文字コードは Shift_JIS と UTF-8(BOM付き)のどちらかになります。Excel での文字化けを避けるため、"
            "UTF-8(BOM付き)をおすすめします。いかがでしょうか?")),
        Say("それでお願いします。", (
            Edit("app/export_csv.py"),
            Edit("tests/test_export.py"),
            Bash("npm test", "FAIL tests/export.test.js\n  ● CSV › 引用符を含むセル\n    Expected: \"a\"\"b\" "
                             "Received: a\"b\nTests: 1 failed, 5 passed", 1),
            "引用符のエスケープが抜けていました。修正します。",
            Edit("app/export_csv.py"),
            Bash("npm test", "PASS tests/export.test.js\nTests: 6 passed, 6 total"),
            "原因は、セル内の二重引用符を二つに重ねていなかったことです。修正してテストが通りました。")),
        Say("いや、ヘッダー行は英語じゃなくて日本語にしてください。経理の人が使うので。", (
            Edit("app/export_csv.py"),
            "ヘッダーを日本語にしました。")),
        Say("ありがとう。あと、金額は必ず整数で出力すること。小数は絶対に出さないで。", (
            "承知しました。金額は整数に丸めて出力します。",)),
        Say("コミットしておいて", (
            Bash("git commit -am 'CSVエクスポートを追加'", "[main 77aa001] CSVエクスポートを追加\n 3 files changed"),
            "コミットしました。")),
    ), (
        Label("decision", "UTF-8"),
        Label("fix breakthrough", "引用符"),
        Label("correction preference", "ヘッダー"),
        Label("preference remember correction", "整数"),
        Label("milestone", "CSVエクスポートを追加"),
    )),
    Story("en_compaction", (
        Say("We're building the rate limiter for the public API. Limits are 600 requests per minute per key, burst "
            "50.", (
            "Got it. I'd suggest a token bucket in Redis rather than a fixed window, because fixed windows allow "
            "double bursts at the boundary. OK with you?",)),
        Say("Agreed, token bucket it is.", (
            Edit("limiter/bucket.py"),
            Bash("go test ./limiter/...", "--- FAIL: TestRefill (0.00s)\n    bucket_test.go:31: expected 50 tokens, "
                                          "got 49\nFAIL\nFAIL example.com/limiter 0.01s", 1),
            "One refill test is still failing; I'm on it.")),
        Say("/compact", summary="The user builds a rate limiter for the public API. A token bucket was started in "
                                "limiter/bucket.py."),
        Say("where were we?", (
            Bash("go test ./limiter/...", "--- FAIL: TestRefill (0.00s)\n    bucket_test.go:31: expected 50 tokens, "
                                          "got 49\nFAIL", 1),
            "The refill test fails because the elapsed time is truncated to whole seconds before it is multiplied "
            "by the rate.",
            Edit("limiter/bucket.py"),
            Bash("go test ./limiter/...", "ok   example.com/limiter 0.01s"),
            "Fixed: it now keeps fractions of a second.")),
        Say("Nice. One thing I'm not sure about is whether internal services should be limited too. Let's leave "
            "that open until the platform meeting.", (
            "Noted, internal services stay unlimited for now.",)),
    ), (
        Label("decision", "token bucket"),
        Label("fix", "refill|truncated|TestRefill"),
        Label("question", "internal services"),
    )),
    Story("en_subagents", (
        Say("I want to know which PDF library we should use. Have a couple of agents compare them.", (
            Agent("Compare reportlab and weasyprint for invoices", ("WeasyPrint renders HTML and CSS; ReportLab is "
                "faster but layouts are code.",)),
            Agent("Check licence terms of both", (Bash("pip show weasyprint", "License: BSD"),
                "Both are BSD licensed.")),
            "Both agents are done. WeasyPrint lets designers edit templates as HTML; ReportLab is about four times "
            "faster. I recommend WeasyPrint, since our volume is small and the templates change often.")),
        Say("ok, WeasyPrint then. Speed is not a concern for us.", (
            Agent("Port the invoice template to WeasyPrint and get its test passing", (
                Bash("pytest -q tests/test_invoice_pdf.py", "E   OSError: cannot load library 'pango-1.0'\nFAILED "
                                                            "tests/test_invoice_pdf.py::test_render - OSError: "
                                                            "cannot load library 'pango-1.0'", 1),
                "The Docker image lacks pango, which WeasyPrint needs.",
                Edit("Dockerfile"),
                Bash("pytest -q tests/test_invoice_pdf.py", "1 passed in 0.80s"),
                "The invoice template renders with WeasyPrint now; the image needed libpango.")),
            "The template is ported and the image now installs libpango.")),
        Say("please commit", (
            Bash("git commit -am 'Render invoices with WeasyPrint'", "[main 0a1b2c3] Render invoices with "
                "WeasyPrint\n 4 files changed"),
            "Done.")),
        Say("And don't touch the old ReportLab code yet, finance still runs last year's invoices with it.", (
            "Understood, I'll leave it alone.",)),
    ), (
        Label("decision", "WeasyPrint"),
        Label("fix", "pango"),
        Label("milestone", "Render invoices with WeasyPrint"),
        Label("correction preference rejection remember", "ReportLab"),
    )),
    Story("ja_small_talk", (
        Say("おはようございます", ("おはようございます。今日は何をしましょうか?",)),
        Say("今日は寒いですね", ("本当ですね。暖かくしてお過ごしください。",)),
        Say("ありがとう。昨日は遅くまで飲んでしまって", ("それはお疲れさまでした。水分を取ってくださいね。",)),
        Say("git stash と git stash push の違いって何でしたっけ?", ("`git stash` は `git stash push` の省略形です。",)),
        Say("なるほど、了解です", ("はい、いつでもどうぞ。",)),
    )),
)
