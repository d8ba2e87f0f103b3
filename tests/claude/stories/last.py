"""A fourth set, again written before anything was changed for it: longer work, more requests that are no memory."""

from __future__ import annotations

from claude.stories.script import Bash, Edit, Label, Say, Story

STORIES = (
    Story(
        "en_feature_work",
        (
            Say(
                "Add a 'last seen' column to the users table in the admin UI. Use the existing DataTable component.",
                (Edit("admin/UsersTable.tsx"), "Added the column; it shows a relative time such as '3 hours ago'."),
            ),
            Say("Can you make the column sortable?", (Edit("admin/UsersTable.tsx"), "It is sortable now.")),
            Say("Show me the query it runs", ("It selects users ordered by last_seen_at, 50 per page.",)),
            Say(
                "That will be slow with 2 million users. What are our options?",
                (
                    "Two options:\nA) an index on last_seen_at\nB) a materialized view refreshed every minute\n"
                    "A is simpler and always current.",
                ),
            ),
            Say(
                "A please",
                (
                    Edit("db/migrate/20260308_index_last_seen.rb"),
                    Bash(
                        "rails test",
                        "Failure:\nUsersTableTest#test_order [test/users_table_test.rb:14]:\nExpected: [3, "
                        "1, 2]\n"
                        "  Actual: [1, 2, 3]\n\n12 runs, 30 assertions, 1 failures, 0 errors",
                        1,
                    ),
                    "The ordering test fails because users who never logged in have NULL and sort first.",
                    Edit("app/models/user.rb"),
                    Bash("rails test", "12 runs, 30 assertions, 0 failures, 0 errors"),
                    "NULLs sort last now and all tests pass.",
                ),
            ),
            Say("Nice! Please also write a short changelog entry.", (Edit("CHANGELOG.md"), "Added under Unreleased.")),
            Say(
                "we write changelog entries in past tense, always. fix it", (Edit("CHANGELOG.md"), "Now in past tense.")
            ),
            Say(
                "ok commit and push",
                (
                    Bash(
                        "git commit -am 'Show when users were last seen' && git push",
                        "[main 61fe2d0] Show when users were last seen\n 4 files changed",
                    ),
                    "Committed and pushed.",
                ),
            ),
        ),
        (
            Label("decision", "index on last_seen"),
            Label("fix", "NULL"),
            Label("preference remember correction", "past tense"),
            Label("milestone", "last seen"),
        ),
    ),
    Story(
        "ja_refactoring",
        (
            Say(
                "UserControllerが太りすぎているので整理したいです。まず現状を教えてください。",
                (
                    Bash("wc -l app/controllers/user_controller.rb", "640 app/controllers/user_controller.rb"),
                    "640行あります。認証、プロフィール更新、通知設定の三つが混在しています。",
                ),
            ),
            Say(
                "サービスクラスに分けるのとconcernに分けるの、どっちがいいと思いますか?",
                (
                    "テストのしやすさを考えると、サービスクラスに分ける方がよいと考えます。"
                    "concernだと依存が見えにくくなります。",
                ),
            ),
            Say(
                "同意見です。ではサービスクラスで。",
                (
                    Edit("app/services/profile_service.rb"),
                    Edit("app/services/notification_service.rb"),
                    Bash(
                        "bundle exec rspec",
                        "1) UserController PATCH /profile 画像の更新\n     NoMethodError: undefined "
                        "method `purge' for nil\n"
                        "42 examples, 1 failure",
                        1,
                    ),
                    "画像が未設定のユーザーで purge を呼んでいたことが原因でした。",
                    Edit("app/services/profile_service.rb"),
                    Bash("bundle exec rspec", "42 examples, 0 failures"),
                    "すべて通りました。",
                ),
            ),
            Say(
                "privateメソッドの並び順は呼び出し順にしておいてもらえますか",
                (Edit("app/services/profile_service.rb"), "並べ替えました。"),
            ),
            Say(
                "コメントは英語でお願いします。今後もずっとです。",
                (Edit("app/services/profile_service.rb"), "英語にしました。"),
            ),
            Say(
                "認証の部分は来月セキュリティ監査が終わるまで触らないでください。",
                ("承知しました。認証は対象外にします。",),
            ),
            Say(
                "じゃあここまででコミットして",
                (
                    Bash(
                        "git commit -am 'プロフィールと通知をサービスに分離'",
                        "[main 8d8d8d8] プロフィールと通知をサービスに分離\n 4 files changed",
                    ),
                    "コミットしました。",
                ),
            ),
        ),
        (
            Label("decision", "サービスクラス"),
            Label("fix", "purge|画像"),
            Label("remember preference", "英語"),
            Label("correction preference rejection remember", "認証"),
            Label("milestone", "サービスに分離"),
        ),
    ),
    Story(
        "en_api_design",
        (
            Say(
                "We need an endpoint so that partners can upload invoices. Propose a design, no code yet.",
                (
                    "POST /v1/invoices with a JSON body and an idempotency key header. Files go to a presigned URL "
                    "first. "
                    "I'd return 202 and process in the background, because OCR takes up to a minute.",
                ),
            ),
            Say(
                "I like the presigned URLs and the 202. But partners told us they can't poll, their firewall only lets "
                "us call them. "
                "So webhooks.",
                ("Then we call their webhook with the result, signed with HMAC, with retries for 24 hours.",),
            ),
            Say(
                "good. what about versioning?",
                ("Either in the path or by a header. The path is easier to test in a browser.",),
            ),
            Say("path. we do it like that everywhere", ("Fine, /v1 in the path.",)),
            Say("One more: is XML support needed?", ("Only if partners cannot send JSON.",)),
            Say(
                "two of them can only do XML, but I'm not going to build that. They'll get a converter script.",
                ("OK, JSON only.",),
            ),
            Say("Write it up as an ADR", (Edit("docs/adr/0012-invoice-upload.md"), "Written as ADR 12.")),
            Say(
                "Hm, one thing is still open: how long do we keep the uploaded files? ask me again after I talked to "
                "the DPO",
                ("Noted as open in the ADR.",),
            ),
        ),
        (
            Label("decision change correction premise", "webhook|poll"),
            Label("decision preference", "path"),
            Label("rejection", "XML|build that"),
            Label("question", "uploaded files"),
            Label("decision", "202|presigned", optional=True),
        ),
    ),
    Story(
        "ja_debug_flaky",
        (
            Say(
                "E2Eテストがたまに落ちます。今週だけで三回目です。",
                (
                    Bash(
                        "npx playwright test",
                        "1) login.spec.ts:12:3 › ログイン後にダッシュボードが表示される\n    "
                        "TimeoutError: locator.click: Timeout 30000ms exceeded\n"
                        "1 failed, 18 passed",
                        1,
                    ),
                    "ログインのテストがタイムアウトしています。",
                ),
            ),
            Say(
                "CIのマシンが遅いだけでは?",
                (
                    Bash(
                        "npx playwright test --repeat-each 5",
                        "TimeoutError: locator.click: Timeout 30000ms exceeded\n3 failed, 92 passed",
                        1,
                    ),
                    "手元でも再現するので、マシンの遅さではなさそうです。",
                ),
            ),
            Say(
                "なるほど。原因を突き止めてください。",
                (
                    "トレースを確認しました。クッキー同意のバナーがボタンの上に重なることがあり、"
                    "クリックが届いていませんでした。",
                    Edit("e2e/fixtures.ts"),
                    Bash("npx playwright test --repeat-each 5", "95 passed"),
                    "バナーを先に閉じるようにして、95回すべて成功しました。",
                ),
            ),
            Say(
                "素晴らしい!ちなみにウェイトを増やして誤魔化すのは絶対にやめてくださいね、以前それで痛い目を見たので。",
                ("はい、待ち時間の追加はしません。",),
            ),
            Say("この調査の経緯をドキュメントに残しておいて", (Edit("docs/flaky.md"), "残しました。")),
            Say("OK、お昼にします", ("いってらっしゃい。",)),
        ),
        (
            Label("fix", "バナー|クッキー同意"),
            Label("theme", "三回目"),
            Label("correction preference rejection remember", "ウェイト"),
        ),
    ),
    Story(
        "en_data_question",
        (
            Say(
                "How many customers ordered twice within a week in February? Table is orders.",
                (Bash("psql -f /tmp/q.sql", " count\n-------\n   412"), "412 customers."),
            ),
            Say("does that include test accounts?", ("Yes. Without the accounts that end in @example.com it is 398.",)),
            Say("Use 398 then. And always leave test accounts out of any figure you give me.", ("Will do.",)),
            Say("What's the median basket?", (Bash("psql -f /tmp/q2.sql", " 37.50"), "37.50, without test accounts.")),
            Say(
                "hm, finance says 41.20. who is right?",
                (
                    "The difference comes from gift cards: finance leaves them out, since they are no revenue until "
                    "redeemed.",
                ),
            ),
            Say(
                "Ahh okay, so that's where the gap comes from. Then we follow finance: no gift cards in basket "
                "figures.",
                ("Understood.",),
            ),
            Say("thanks!", ("You're welcome.",)),
        ),
        (
            Label("preference remember correction", "test accounts"),
            Label("breakthrough decision", "gift cards|gap"),
            Label("decision preference", "gift cards|finance", optional=True),
        ),
    ),
    Story(
        "ja_planning",
        (
            Say(
                "来期のロードマップを一緒に考えたいです。候補は、モバイルアプリ、API公開、"
                "請求書の自動読み取りの三つです。",
                (
                    "売上への影響が最も早いのは請求書の自動読み取りです。API公開は準備に時間がかかりますが、"
                    "長期的な価値があります。",
                ),
            ),
            Say(
                "うちは営業が弱いので、パートナー経由で広がるAPI公開を最優先にしたいです。",
                ("承知しました。API公開を第一に置きます。",),
            ),
            Say("モバイルアプリは?", ("利用者の八割がPCなので、優先度は低いと考えます。",)),
            Say("そうですね、モバイルは来期はやりません。", ("ロードマップから外します。",)),
            Say(
                "自動読み取りの予算がまだ読めないんですよね。経理に見積もりを頼んでから判断します。",
                ("では保留として書いておきます。",),
            ),
            Say("ロードマップをMarkdownにまとめてください", (Edit("docs/roadmap.md"), "まとめました。")),
            Say("表じゃなくて箇条書きがいいです", (Edit("docs/roadmap.md"), "箇条書きにしました。")),
            Say("いい感じです。ありがとう!", ("どういたしまして。",)),
        ),
        (
            Label("decision", "API公開"),
            Label("rejection decision", "モバイル"),
            Label("question", "予算|見積|判断"),
            Label("correction preference", "箇条書き"),
        ),
    ),
)
