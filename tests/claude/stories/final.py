"""A sixth set, written after ``proof`` had been used; the rules were not touched for it afterwards."""

from __future__ import annotations

from claude.stories.script import Bash, Edit, Label, Say, Story

STORIES = (
    Story(
        "en_dashboard",
        (
            Say(
                "The sales dashboard shows different totals than the export. Which one is right?",
                (
                    Bash(
                        "pytest -q tests/test_totals.py",
                        "FAILED tests/test_totals.py::test_dashboard_equals_export - assert 10432 == 10398\n"
                        "1 failed, 4 passed",
                        1,
                    ),
                    "The test shows the same gap. I'll compare both queries.",
                    Bash("psql -f compare.sql", " diff\n------\n 34"),
                    "The dashboard counts cancelled orders, because its view joins the orders table without the "
                    "status filter.",
                    Edit("views/sales.sql"),
                    Bash("pytest -q tests/test_totals.py", "5 passed in 0.81s"),
                    "Both agree now; the export was right.",
                ),
            ),
            Say(
                "great find. can the dashboard also show last year for comparison?",
                (Edit("web/Chart.tsx"), "It shows last year as a thin grey line."),
            ),
            Say("grey is hard to see on the projector, use a dashed line", (Edit("web/Chart.tsx"), "Dashed now.")),
            Say(
                "Should we cache the query? it takes 4 seconds",
                (
                    "Yes. I'd cache it for five minutes in Postgres itself with a materialized view, rather than "
                    "adding Redis.",
                ),
            ),
            Say(
                "ok do that, but refresh every minute please",
                (Edit("views/sales_cached.sql"), "Done, it refreshes every minute."),
            ),
            Say("remember that 'net' in this company always means after returns and before tax", ("Noted.",)),
            Say(
                "commit with a good message",
                (
                    Bash(
                        "git commit -am 'Leave cancelled orders out of the sales dashboard'",
                        "[main 1d1d1d1] Leave cancelled orders out of the sales dashboard\n 5 files changed",
                    ),
                    "Committed.",
                ),
            ),
        ),
        (
            Label("fix", "cancelled"),
            Label("decision", "materialized|cache"),
            Label("remember preference", "net"),
            Label("milestone", "cancelled orders out"),
            Label("correction decision", "dashed", optional=True),
        ),
    ),
    Story(
        "ja_onboarding",
        (
            Say(
                "新人向けの環境構築が毎回一日かかっています。なんとかしたいです。",
                (
                    "手順を見ると、手作業が14か所あります。Dev Containerにまとめるか、"
                    "セットアップスクリプトを書くかの二択だと思います。"
                    "OSの違いを吸収できるので、Dev Containerをおすすめします。",
                ),
            ),
            Say(
                "うちはWindowsの人もいるので、それがよさそうですね。Dev Containerでいきましょう。",
                (
                    Edit(".devcontainer/devcontainer.json"),
                    Bash(
                        "devcontainer build .",
                        'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete: exit code 1',
                        1,
                    ),
                    "Nodeのバージョンが古いイメージを使っていたため、npm ci が失敗していました。",
                    Edit(".devcontainer/Dockerfile"),
                    Bash("devcontainer build .", "Successfully built"),
                    "ビルドできるようになりました。",
                ),
            ),
            Say("データベースの初期データも入れてもらえますか", (Edit(".devcontainer/seed.sh"), "入れました。")),
            Say(
                "あ、本番のダンプは使わないでくださいね。個人情報が入っているので。",
                ("はい、合成データだけを使っています。",),
            ),
            Say("それなら安心です。手順書のほうは私が書きます。", ("ありがとうございます。",)),
            Say(
                "ところで、Macの人のメモリ割り当てはどうするか、まだ決めていません。実際に使ってもらってから考えます。",
                ("わかりました。",),
            ),
            Say(
                "ではコミットお願いします。",
                (
                    Bash(
                        "git commit -am 'Dev Containerで環境構築を自動化'",
                        "[main 2e2e2e2] Dev Containerで環境構築を自動化\n 4 files changed",
                    ),
                    "コミットしました。",
                ),
            ),
        ),
        (
            Label("decision", "Dev Container"),
            Label("fix", "Node|npm ci|古いイメージ"),
            Label("correction preference rejection remember", "ダンプ"),
            Label("question", "メモリ"),
            Label("milestone", "環境構築を自動化"),
        ),
    ),
    Story(
        "en_legal_turn",
        (
            Say(
                "We're adding an AI summary of customer emails. Send the mail body to the OpenAI API and store the "
                "summary.",
                (
                    Edit("mail/summarize.py"),
                    Bash("pytest -q tests/test_summarize.py", "3 passed in 0.22s"),
                    "Works, with tests against a stub.",
                ),
            ),
            Say(
                "Nice. I showed it to our lawyer, and it turns out we may not send customer mails to US servers at "
                "all. So that's dead.",
                ("Then a local model is the way to go. A 7B model on your GPU box summarizes a mail in two seconds.",),
            ),
            Say(
                "Local model then. Which one?",
                ("Either Mistral 7B or Qwen 2.5 7B. Qwen handles German better, which is half of your mail.",),
            ),
            Say(
                "Qwen",
                (
                    Edit("mail/summarize.py"),
                    Bash(
                        "git commit -am 'Summarize mails with a local model'",
                        "[main 3f3f3f3] Summarize mails with a local model\n 2 files changed",
                    ),
                    "Switched and committed.",
                ),
            ),
            Say(
                "For the record: no customer data leaves our network, ever. That's a hard rule from legal.",
                ("Understood.",),
            ),
            Say("We still need to work out how long summaries are kept.", ("I'll leave that open.",)),
        ),
        (
            Label("premise rejection", "lawyer|US servers|dead"),
            Label("decision", "local model|Qwen"),
            Label("milestone", "local model"),
            Label("remember preference rejection", "leaves our network|customer data"),
            Label("question", "summaries are kept|how long"),
            Label("decision", "Qwen", optional=True),
        ),
    ),
    Story(
        "ja_tea_break",
        (
            Say(
                "こんにちは。ちょっと質問なんですが、Gitのdetached HEADってどういう状態ですか?",
                ("ブランチではなくコミットを直接指している状態です。",),
            ),
            Say(
                "そこでコミットするとどうなりますか?",
                ("どのブランチにも属さないので、ブランチを作らないと見失いやすくなります。",),
            ),
            Say("へえ、怖いですね", ("`git switch -c 名前` でブランチにすれば大丈夫です。",)),
            Say("よくわかりました。今日は雨なので散歩は諦めます", ("足元にお気をつけください。",)),
            Say("ではまた", ("はい、また。",)),
        ),
    ),
    Story(
        "en_perf_hunt",
        (
            Say(
                "Our CI went from 8 to 19 minutes this week. Find the reason.",
                (
                    Bash("gh run list --limit 5", "main  19m\nmain  18m\nmain  8m"),
                    "The jump is between two commits. Let me look at the timings of the steps.",
                    Bash("gh run view 991 --log", "Install dependencies 11m 02s"),
                    "Installing dependencies takes 11 minutes now. The lockfile hash in the cache key changed its "
                    "path, so the cache is never hit.",
                    Edit(".github/workflows/ci.yml"),
                    Bash("gh run watch 992", "completed success in 7m40s"),
                    "With the right path in the cache key it is back to 7:40.",
                ),
            ),
            Say(
                "You rock. So every run since Tuesday did a full install, that's why our bill exploded too.",
                ("Yes, that fits.",),
            ),
            Say(
                "Add a check that warns when the cache misses three times in a row",
                (Edit(".github/workflows/ci.yml"), "Added."),
            ),
            Say(
                "We've had CI cache trouble three times this year. Write down how the key is built somewhere.",
                (Edit("docs/ci.md"), "Documented in docs/ci.md."),
            ),
            Say(
                "I'd rather have that as a comment in the workflow, nobody reads docs",
                (Edit(".github/workflows/ci.yml"), "Moved it into a comment."),
            ),
            Say(
                "perfect, push it",
                (
                    Bash(
                        "git commit -am 'Key the CI cache by the right lockfile' && git push",
                        "[main 4a4a4a4] Key the CI cache by the right lockfile\n 1 file changed",
                    ),
                    "Pushed.",
                ),
            ),
        ),
        (
            Label("breakthrough fix", "cache key|lockfile hash|never hit"),
            Label("breakthrough", "bill"),
            Label("theme", "three times this year"),
            Label("correction preference decision rejection", "comment in the workflow"),
            Label("milestone", "right lockfile"),
        ),
    ),
    Story(
        "ja_spec_talk",
        (
            Say(
                "予約のキャンセル規定を実装したいです。仕様を一緒に詰めてください。",
                ("一般的には、前日まで無料、当日は50%、無断は100%です。この形でよいでしょうか?",),
            ),
            Say("うちは常連さんが多いので、当日も無料にします。無断だけ100%で。", ("承知しました。",)),
            Say("団体予約はどう扱いましょうか?", ("十名以上は三日前から30%にする例が多いです。",)),
            Say("団体は電話でしか受けていないので、対象外でお願いします。", ("はい、団体は含めません。",)),
            Say(
                "実装お願いします",
                (
                    Edit("app/cancel.rb"),
                    Bash(
                        "bundle exec rspec spec/cancel_spec.rb",
                        "1) Cancel 無断キャンセル 日付をまたぐ\n     expected: 100\n          got: 0\n6 examples, 1 "
                        "failure",
                        1,
                    ),
                    "日付をまたぐと、予約日の判定がUTCで行われていて翌日扱いになっていました。",
                    Edit("app/cancel.rb"),
                    Bash("bundle exec rspec spec/cancel_spec.rb", "6 examples, 0 failures"),
                    "店舗の時間帯で判定するようにしました。",
                ),
            ),
            Say(
                "あれ、さっき当日も無料と言いましたが、店長に確認したら当日は50%いただきたいそうです。"
                "50%に直してください。",
                (
                    Edit("app/cancel.rb"),
                    Bash(
                        "git commit -am 'キャンセル規定を実装'", "[main 5b5b5b5] キャンセル規定を実装\n 3 files changed"
                    ),
                    "直してコミットしました。",
                ),
            ),
        ),
        (
            Label("decision", "当日も無料|無断だけ"),
            Label("rejection decision", "団体"),
            Label("fix", "UTC|日付"),
            Label("change correction premise decision", "50%"),
            Label("milestone", "キャンセル規定を実装"),
        ),
    ),
)
