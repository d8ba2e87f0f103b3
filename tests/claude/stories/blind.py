"""A seventh set, the last whose first figure was taken."""

from __future__ import annotations

from claude.stories.script import Bash, Edit, Label, Say, Story

STORIES = (
    Story(
        "en_mail_service",
        (
            Say(
                "Our password reset mails land in spam for Outlook users. Where do I start?",
                (
                    "SPF, DKIM and DMARC first. Let me look at the DNS records.",
                    Bash("dig TXT example.com", "v=spf1 include:_spf.old-provider.com ~all"),
                    "Found it: the SPF record still names the old provider, so Outlook cannot verify the sender.",
                ),
            ),
            Say(
                "Oh wow, we switched providers two years ago. I'll update the record. What about DMARC?",
                ("There is none. I'd start with p=none for two weeks to collect reports, then move to quarantine.",),
            ),
            Say("Sounds sensible, let's do it that way.", (Edit("infra/dns.tf"), "Added a DMARC record with p=none.")),
            Say(
                "Also, should marketing mails go out from the same domain?",
                ("Better not: a subdomain keeps the reputation of the two apart.",),
            ),
            Say("Agreed. Marketing gets news.example.com.", (Edit("infra/dns.tf"), "The subdomain is set up.")),
            Say("Don't touch the MX records though, those belong to IT.", ("I left them alone.",)),
            Say(
                "ok commit",
                (
                    Bash(
                        "git commit -am 'Name the right mail provider in SPF and add DMARC'",
                        "[main 6a6a6a6] Name the right mail provider in SPF and add DMARC\n 1 file changed",
                    ),
                    "Committed.",
                ),
            ),
        ),
        (
            Label("breakthrough premise fix", "SPF"),
            Label("decision", "p=none|DMARC"),
            Label("decision", "subdomain|news.example.com"),
            Label("correction preference rejection remember", "MX"),
            Label("milestone", "right mail provider"),
        ),
    ),
    Story(
        "ja_inventory",
        (
            Say(
                "在庫数がマイナスになる不具合が報告されています。直してください。",
                (
                    Bash(
                        "go test ./inventory/...",
                        "--- FAIL: TestConcurrentReserve (0.02s)\n    reserve_test.go:40: stock = -1, want >= 0\nFAIL",
                        1,
                    ),
                    "並行して予約したときに起きます。在庫の確認と減算の間に別の予約が割り込むためです。",
                    Edit("inventory/reserve.go"),
                    Bash("go test ./inventory/...", "ok   example.com/inventory 0.31s"),
                    "一つのUPDATE文で確認と減算を行うようにしました。",
                ),
            ),
            Say(
                "ロックを使うのとどちらがよかったんですか?",
                ("行ロックでも直りますが、待ちが発生するので今の方法のほうが軽いです。",),
            ),
            Say("なるほど、それなら今のままでOKです。", ("はい。",)),
            Say(
                "予約の期限は15分にしてください。30分は長すぎるという話になりました。",
                (Edit("inventory/expire.go"), "15分にしました。"),
            ),
            Say(
                "それと、この会社では「引当」という言葉を使うので、コード以外では「予約」と書かないでください。",
                ("承知しました。「引当」と書きます。",),
            ),
            Say("返品されたときに在庫を戻すかどうかは倉庫の人と相談中です。", ("では今は変えません。",)),
            Say(
                "コミットをお願いします",
                (
                    Bash(
                        "git commit -am '在庫の引当を一文で行う'",
                        "[main 7b7b7b7] 在庫の引当を一文で行う\n 2 files changed",
                    ),
                    "コミットしました。",
                ),
            ),
        ),
        (
            Label("fix", "割り込む|並行|TestConcurrentReserve"),
            Label("decision correction", "15分"),
            Label("correction preference remember", "引当"),
            Label("question", "返品"),
            Label("milestone", "引当を一文で"),
            Label("decision", "今のまま", optional=True),
        ),
    ),
    Story(
        "en_chat_rust",
        (
            Say(
                "Quick question: when would I use Rc instead of Arc?",
                ("Rc when the value never leaves its thread; Arc when it does.",),
            ),
            Say("And RefCell?", ("When you need to change something behind a shared reference, checked at run time.",)),
            Say("cool. I keep mixing these up", ("It becomes a habit after a while.",)),
            Say("Is there a lint for needless clones?", ("Clippy has redundant_clone, in the nursery group.",)),
            Say("ha, nice. thanks, bye!", ("Bye!",)),
        ),
    ),
    Story(
        "en_pricing_page",
        (
            Say(
                "Build a pricing page with three tiers: Free, Pro, Team. Copy the style of the landing page.",
                (Edit("web/pricing.tsx"), "The page is there, with three cards."),
            ),
            Say(
                "Looks good. The Team tier needs a 'Contact us' button instead of a price.",
                (Edit("web/pricing.tsx"), "Changed."),
            ),
            Say(
                "Prices: 0, 12 and 'contact'. We decided yesterday to charge per workspace, not per user.",
                (Edit("web/pricing.tsx"), "The page says per workspace now."),
            ),
            Say(
                "Can we A/B test the headline?",
                (
                    "We could, with the flag service you have. With 200 visits a day it would take two months to "
                    "see anything.",
                ),
            ),
            Say("two months, no way. forget the test", ("Fine, no test.",)),
            Say(
                "hmm, looking at it again, three tiers are too many. Kill the Free tier, we do a 14-day trial instead",
                (
                    Edit("web/pricing.tsx"),
                    Bash("npm test", "PASS web/pricing.test.tsx\nTests: 6 passed, 6 total"),
                    "The page shows Pro with a trial, and Team.",
                ),
            ),
            Say(
                "ship it",
                (
                    Bash(
                        "git commit -am 'Pricing page with a trial instead of a free tier'",
                        "[main 8c8c8c8] Pricing page with a trial instead of a free tier\n 3 files changed",
                    ),
                    Bash("npm run deploy", "Deployed to production: https://example.com"),
                    "It is live.",
                ),
            ),
        ),
        (
            Label("decision", "per workspace"),
            Label("rejection", "test"),
            Label("change decision rejection", "Free tier|trial"),
            Label("milestone", "Pricing page"),
            Label("milestone", "deploy", optional=True),
            Label("correction decision", "Contact us", optional=True),
        ),
    ),
    Story(
        "ja_api_limit",
        (
            Say(
                "外部APIの呼び出しがときどき429で失敗します。どう対処するのがいいですか?",
                (
                    "指数バックオフで再試行する方法と、呼び出し側で流量を制限する方法があります。"
                    "原因が自分たちの集中アクセスなら、"
                    "流量制限のほうが根本的な解決になります。",
                ),
            ),
            Say(
                "両方やりましょう。流量制限は毎秒5回で。",
                (
                    Edit("client/limiter.py"),
                    Bash(
                        "pytest -q tests/test_client.py",
                        "FAILED tests/test_client.py::test_burst - AssertionError: 7 calls in the first second\n1 "
                        "failed, 9 passed",
                        1,
                    ),
                    "起動直後にトークンが満タンの状態から始まるので、最初の一秒だけ上限を超えていました。",
                    Edit("client/limiter.py"),
                    Bash("pytest -q tests/test_client.py", "10 passed in 2.10s"),
                    "空の状態から始めるようにしました。",
                ),
            ),
            Say("いいですね。ログには残しますか?", ("はい、待ち時間が一秒を超えたときだけ残します。",)),
            Say(
                "APIキーは絶対にログに出さないようにお願いします。前にそれで怒られたので。",
                ("はい、キーは出力しません。",),
            ),
            Say("上限を増やしてもらえるか、先方に問い合わせ中です。返事が来たら見直します。", ("わかりました。",)),
            Say(
                "コミットしてください",
                (
                    Bash(
                        "git commit -am '外部APIの呼び出しを毎秒5回に制限'",
                        "[main 9d9d9d9] 外部APIの呼び出しを毎秒5回に制限\n 2 files changed",
                    ),
                    "コミットしました。",
                ),
            ),
        ),
        (
            Label("decision", "両方|流量制限"),
            Label("fix", "トークンが満タン|満タン"),
            Label("preference correction remember", "APIキー"),
            Label("question", "問い合わせ|見直し"),
            Label("milestone", "毎秒5回に制限"),
        ),
    ),
)
