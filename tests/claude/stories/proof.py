"""A fifth set, written after ``last`` had been used to mend the rules."""

from __future__ import annotations

from claude.stories.script import Agent, Bash, Edit, Label, Say, Story

STORIES = (
    Story(
        "en_payments",
        (
            Say(
                "Stripe webhooks sometimes arrive twice and we book the payment twice. Please fix.",
                (
                    Bash(
                        "npm test -- webhooks",
                        "FAIL test/webhooks.test.ts\n  ● duplicate delivery › books once\n    "
                        "expect(received).toBe(expected)\n"
                        "    Expected: 1\n    Received: 2\nTests: 1 failed, 8 passed, 9 total",
                        1,
                    ),
                    "I added a test that delivers the same event twice, and it reproduces the bug: the handler has no "
                    "memory of event ids.",
                    Edit("src/webhooks.ts"),
                    Bash("npm test -- webhooks", "PASS test/webhooks.test.ts\nTests: 9 passed, 9 total"),
                    "The handler now stores event ids with a unique constraint and ignores repeats.",
                ),
            ),
            Say("Where do you store them?", ("In a table webhook_events, with a cleanup after 90 days.",)),
            Say("30 days is enough, make it 30.", (Edit("src/cleanup.ts"), "Changed to 30 days.")),
            Say(
                "Should we also verify the signature before we look up the id?",
                (
                    "Yes, definitely: otherwise anybody could fill the table. I suggest verifying first and "
                    "rejecting with "
                    "400.",
                ),
            ),
            Say("Yes, do that.", (Edit("src/webhooks.ts"), "Signatures are verified first now.")),
            Say(
                "And refunds? I haven't thought about how they should be booked, the accountant is on holiday until "
                "Monday.",
                ("Then I'd leave refunds as they are until you know.",),
            ),
            Say(
                "Right. Commit this please.",
                (
                    Bash(
                        "git commit -am 'Book repeated webhook deliveries once'",
                        "[main 5a5a5a5] Book repeated webhook deliveries once\n 3 files changed",
                    ),
                    "Committed.",
                ),
            ),
        ),
        (
            Label("fix", "event id|twice|duplicate|books once"),
            Label("decision correction", "30 days|30"),
            Label("decision", "signature|verify"),
            Label("question", "refund"),
            Label("milestone", "webhook deliveries once"),
        ),
    ),
    Story(
        "ja_search_quality",
        (
            Say(
                "検索結果の順位がおかしいと問い合わせがありました。"
                "「りんご」で検索すると「りんごジュース」が先に出ます。",
                (
                    Bash(
                        "pytest -q tests/test_ranking.py",
                        "FAILED tests/test_ranking.py::test_exact_match_first - "
                        "AssertionError: assert 'りんごジュース' == 'りんご'\n"
                        "1 failed, 11 passed",
                        1,
                    ),
                    "テストで再現しました。完全一致のボーナスが、正規化の前の文字列で判定されているのが原因です。",
                    Edit("search/ranking.py"),
                    Bash("pytest -q tests/test_ranking.py", "12 passed in 0.40s"),
                    "正規化のあとで判定するように直しました。",
                ),
            ),
            Say(
                "ありがとうございます。ところで、ひらがなとカタカナは同じ扱いですか?",
                ("はい、どちらもカタカナに正規化しています。",),
            ),
            Say(
                "了解です。では売上順のブーストは外しましょう。お客さんには分かりにくいので。",
                (Edit("search/ranking.py"), "売上順のブーストを外しました。"),
            ),
            Say(
                "同義語辞書は自分たちで管理したいです。外部サービスは使いたくありません。",
                ("リポジトリ内のYAMLで管理する形にします。",),
            ),
            Say(
                "それで大丈夫です。あと、順位を変えたときは必ず変更前後の比較表を見せてください。", ("承知しました。",)
            ),
            Say(
                "コミットまでお願いします",
                (
                    Bash(
                        "git commit -am '完全一致を正規化後に判定'",
                        "[main 6b6b6b6] 完全一致を正規化後に判定\n 2 files changed",
                    ),
                    "コミットしました。",
                ),
            ),
        ),
        (
            Label("fix", "正規化|完全一致"),
            Label("decision rejection", "ブースト"),
            Label("rejection decision", "同義語|外部サービス"),
            Label("preference remember", "比較表"),
            Label("milestone", "完全一致を正規化後"),
            Label("decision", "YAML", optional=True),
        ),
    ),
    Story(
        "en_migration_wobble",
        (
            Say(
                "We want to move from Heroku to our own Kubernetes cluster. Any thoughts?",
                (
                    "You have two small services and one database. Kubernetes gives you control but needs someone "
                    "to run it; "
                    "a managed container service such as Fly or Cloud Run would be less work.",
                ),
            ),
            Say(
                "We have nobody for ops, true. But our investor wants us on AWS.",
                (
                    "Then ECS Fargate is the middle way: no cluster to run, and everything stays on AWS. I'd "
                    "recommend that.",
                ),
            ),
            Say("Fargate it is.", (Edit("infra/ecs.tf"), "I started with the task definitions.")),
            Say(
                "Hmm wait. I talked to Priya: she has run Kubernetes for years and starts here next month. That "
                "puts Kubernetes back on the table.",
                ("That changes the picture. EKS would then be realistic, though it still costs more.",),
            ),
            Say(
                "Let's pause the Fargate work until she's here and decide together with her.",
                ("Paused. The branch stays as it is.",),
            ),
            Say(
                "Meanwhile, get the database off Heroku, that's independent. RDS Postgres 16, same size.",
                (
                    Edit("infra/rds.tf"),
                    Bash(
                        "terraform apply -auto-approve",
                        "Error: creating RDS DB Instance: InvalidParameterCombination: db.t3.micro does not support "
                        "engine version 16.1",
                        1,
                    ),
                    "The instance class is too small for Postgres 16; db.t4g.small works.",
                    Edit("infra/rds.tf"),
                    Bash(
                        "terraform apply -auto-approve", "Apply complete! Resources: 3 added, 0 changed, 0 destroyed."
                    ),
                    "The database is up.",
                ),
            ),
        ),
        (
            Label("decision", "Fargate"),
            Label("premise change", "Priya|Kubernetes"),
            Label("question decision change rejection", "pause|decide together"),
            Label("decision", "RDS"),
            Label("fix", "instance class|t4g|Postgres 16"),
            Label("milestone", "terraform", optional=True),
        ),
    ),
    Story(
        "ja_casual_help",
        (
            Say("正規表現で郵便番号を検証するにはどう書けばいいですか?", ("`^\\d{3}-\\d{4}$` です。",)),
            Say("ハイフンなしも許可したい場合は?", ("`^\\d{3}-?\\d{4}$` にします。",)),
            Say("なるほど。\\d って全角数字にもマッチしますか?", ("言語によります。Pythonの文字列ではマッチします。",)),
            Say("そうなんですね、知りませんでした", ("はい、意外と知られていません。",)),
            Say("助かりました、ありがとうございます!", ("どういたしまして。",)),
            Say("あ、もう一つだけ。テストデータを10件作ってもらえますか", ("はい、100-0001 から順に10件作りました。",)),
            Say("完璧です", ("よかったです。",)),
        ),
    ),
    Story(
        "en_subagent_audit",
        (
            Say(
                "Run a security review of the upload module, use an agent for it.",
                (
                    Agent(
                        "Review upload/ for security problems and fix clear ones",
                        (
                            Bash(
                                "pytest -q tests/test_upload.py",
                                "FAILED tests/test_upload.py::test_path_traversal - AssertionError: "
                                "'../../etc/passwd' was accepted\n1 failed",
                                1,
                            ),
                            "The file name is joined to the folder without being resolved, so .. escapes it.",
                            Edit("upload/store.py"),
                            Bash("pytest -q tests/test_upload.py", "7 passed in 0.30s"),
                            "Path traversal is fixed; the file name is resolved and checked now.",
                        ),
                    ),
                    "The agent found and fixed a path traversal. It also notes that uploads are not scanned for "
                    "malware.",
                ),
            ),
            Say("Good catch. Malware scanning is out of scope, the gateway does that.", ("Fine, I'll leave it out.",)),
            Say(
                "Tell me more about the traversal, since when was it there?",
                (
                    Bash("git log -S os.path.join --oneline -- upload/store.py", "c0ffee1 Add uploads"),
                    "Since the first version of uploads.",
                ),
            ),
            Say(
                "ouch. Next time anybody adds file handling I want a test with hostile names from the start",
                ("Understood: hostile file names in every test of file handling.",),
            ),
            Say(
                "commit it as a security fix",
                (
                    Bash(
                        "git commit -am 'Security: refuse file names that leave the upload folder'",
                        "[main 7e7e7e7] Security: refuse file names that leave the upload folder\n 2 files changed",
                    ),
                    "Committed.",
                ),
            ),
        ),
        (
            Label("fix", "resolved|traversal"),
            Label("rejection decision", "malware"),
            Label("remember preference", "hostile names"),
            Label("milestone", "refuse file names"),
        ),
    ),
    Story(
        "ja_reversal",
        (
            Say(
                "予約画面のカレンダーを自作しようと思います。ライブラリは重いので。",
                ("月表示だけなら二日ほどで作れます。祝日や時差の扱いが必要なら、もう少しかかります。",),
            ),
            Say("祝日は必要です。まずは月表示から作ってください。", (Edit("src/Calendar.tsx"), "月表示ができました。")),
            Say(
                "うーん、触ってみたらキーボード操作とか読み上げとか、思ったより考えることが多いですね。"
                "自作はやめて、React Ariaのカレンダーを使いましょう。",
                (Edit("src/Calendar.tsx"), Bash("npm run build", "✓ built in 3.02s"), "React Ariaに置き換えました。"),
            ),
            Say(
                "自作したファイルは消しておいてください",
                (Bash("git rm src/MonthGrid.tsx", "rm 'src/MonthGrid.tsx'"), "削除しました。"),
            ),
            Say(
                "アクセシビリティは後回しにしない、というのが今回の学びです。メモしておいてください。",
                ("記録しました。",),
            ),
            Say("祝日データはどこから取りますか?", ("内閣府のCSVが公式です。年に一度の更新で足ります。",)),
            Say(
                "それを使いましょう。更新はCIで自動化する方向で。",
                (Edit(".github/workflows/holidays.yml"), "毎年一月に取り込むワークフローを作りました。"),
            ),
        ),
        (
            Label("rejection change decision", "React Aria|自作はやめ"),
            Label("remember", "アクセシビリティ"),
            Label("decision", "CSV|内閣府|CI"),
            Label("decision", "自作しようと", optional=True),
        ),
    ),
)
