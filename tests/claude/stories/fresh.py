"""A third set, written after the rules had been mended on the second: neither its words nor its labels shaped them."""

from __future__ import annotations

from claude.stories.script import Bash, Edit, Label, Say, Story

STORIES = (
    Story("en_ml_pipeline", (
        Say("Training the churn model takes 6 hours and half of that is feature extraction. Look at "
            "features/build.py and speed it up.", (
            Bash("python features/build.py --sample 1000", "Traceback (most recent call last):\n  File "
                                                           "\"features/build.py\", line 88, in "
                                                           "<module>\nKeyError: 'plan_id'", 1),
            "The sample run fails: the customers file has no plan_id column any more, it is called plan now.",
            Edit("features/build.py"),
            Bash("python features/build.py --sample 1000", "built 1000 rows in 41.2s"),
            "It runs again. Most of the time goes into a Python loop over events; I suggest doing that step in "
            "DuckDB instead of pandas, since it can aggregate straight from the Parquet files.")),
        Say("Great idea, do it with DuckDB.", (
            Edit("features/aggregate.sql"),
            Bash("python features/build.py --sample 1000", "built 1000 rows in 0.9s"),
            "From 41 seconds down to 0.9.")),
        Say("wow. By the way, the label is wrong in the docs: a customer counts as churned after 45 days, not 30.", (
            Edit("docs/labels.md"), "Corrected to 45 days.")),
        Say("Could we also try a neural net?", (
            "We could, but with 40,000 rows gradient boosting will likely be just as good.",)),
        Say("You're right, leave it. We will not do neural nets for this, the support team must be able to explain "
            "each score.", (
            "Understood, we stay with gradient boosting.",)),
        Say("Commit everything.", (
            Bash("git add -A && git commit -m 'Aggregate events in DuckDB'", "[main 7c7c7c7] Aggregate events in "
                "DuckDB\n 3 files changed"),
            "Committed.")),
    ), (
        Label("fix", "plan_id|plan"),
        Label("decision", "DuckDB"),
        Label("correction", "45 days"),
        Label("rejection decision", "neural"),
        Label("milestone", "Aggregate events"),
    )),
    Story("ja_mobile", (
        Say("アプリの起動が遅いとレビューに書かれました。原因を探してください。", (
            Bash("flutter test test/startup_test.dart", "00:03 +2 -1: 起動時間は1.5秒以内 [E]\n  Expected: a value "
                                                        "less than <1500>\n    Actual: <3920>\nSome tests failed.", 1),
            "起動テストで3.9秒かかっています。まず画像の読み込みを疑いましたが、無関係でした。",
            Bash("grep -rn 'await' lib/main.dart | head", "lib/main.dart:18:  await analytics.init();"),
            "根本原因が分かりました。起動時に分析SDKの初期化を待っているため、ネットワークが遅いと画面が出ません。",
            Edit("lib/main.dart"),
            Bash("flutter test test/startup_test.dart", "00:02 +3: All tests passed!"),
            "初期化を待たないようにして、0.8秒になりました。")),
        Say("素晴らしい!こういう初期化は起動をブロックしないこと、を今後のルールにしましょう。", (
            "はい、ルールとして守ります。",)),
        Say("ダークモードも対応したほうがいいですかね?", ("利用者の三割が端末をダークモードにしているので、"
                                      "対応する価値はあります。",)),
        Say("いや、今はやめておきましょう。次のリリースは安定性だけに集中したいので。", ("わかりました。",)),
        Say("テストの閾値は1.5秒じゃなくて1秒にしてください。ストアの基準が変わったので。", (
            Edit("test/startup_test.dart"),
            Bash("flutter test test/startup_test.dart", "00:02 +3: All tests passed!"),
            Bash("git commit -am '起動時に分析SDKの初期化を待たない'", "[main abab123] 起動時に分析SDKの初期化を待た"
                                                        "ない\n 2 files changed"),
            "1秒に変更し、コミットもしました。")),
    ), (
        Label("fix breakthrough", "SDK|初期化"),
        Label("decision preference remember", "起動をブロック"),
        Label("rejection", "ダークモード|やめて"),
        Label("correction", "1秒"),
        Label("milestone", "待たない"),
    )),
    Story("en_review_talk", (
        Say("Have a look at this snippet and tell me what it does:\n```python\n# TODO: remember to remove this, we "
            "decided to use Redis instead\nx = cache.get(key) or compute(key)\n```", (
            "It returns the cached value or computes it. One catch: a cached falsy value, such as 0, is computed "
            "again every time.",)),
        Say("ah ok. And what would you say to \"let's rewrite it in Rust\"? A colleague keeps joking about it", (
            "As a joke it is timeless. The code is not hot enough to be worth it.",)),
        Say("Haha. What does `git revert -m 1` do exactly?", ("It reverts a merge commit, and -m 1 says that the "
            "first parent is the line to keep.",)),
        Say("Could you explain the difference between optimistic and pessimistic locking?", (
            "Optimistic locking checks at write time whether the row changed; pessimistic locking takes a lock "
            "before reading.",)),
        Say("Thanks, very clear. Should I use the former for a shopping cart?", ("Usually yes: conflicts are rare "
            "and a retry is cheap.",)),
        Say("alright, thank you!", ("Glad to help.",)),
    ), (
        Label("decision", "optimistic|shopping cart", optional=True),
        Label("breakthrough", "falsy", optional=True),
    )),
    Story("en_infra_incident", (
        Say("PROD IS DOWN. api returns 502 for everyone since 9:14", (
            Bash("kubectl get pods -n prod", "api-5c 0/1 CrashLoopBackOff"),
            Bash("kubectl logs -n prod api-5c", "FATAL: password authentication failed for user \"api\""),
            "The API cannot log in to the database. Was the password rotated?")),
        Say("yes, ops rotated it at 9:10, but through the vault, so the pods should have got it", (
            Bash("kubectl get externalsecret -n prod", "api-db  SecretSyncedError"),
            "It turns out the sync to Kubernetes has been failing for three weeks, because the vault role lost its "
            "policy; nobody noticed since the old password still worked.",
            Edit("infra/vault-policy.hcl"),
            Bash("terraform apply -auto-approve", "Apply complete! Resources: 1 added, 0 changed, 0 destroyed."),
            Bash("kubectl rollout status -n prod deploy/api", "deployment \"api\" successfully rolled out"),
            "The policy is restored, the secret synced, and the API is up again.")),
        Say("phew. so we assumed vault failures page us but they don't. Need an alert on SecretSyncedError", (
            Edit("infra/alerts.yaml"), "Added an alert that fires after ten minutes.")),
        Say("good. postmortem: we have to find out why the policy disappeared, I'll raise it with the platform team "
            "tomorrow", ("Right, the cause of the missing policy is still open.",)),
        Say("And note for next time: rotate on staging first, always.", ("Noted.",)),
    ), (
        Label("breakthrough fix premise", "sync|policy"),
        Label("premise", "page us|alert|assumed"),
        Label("question", "why the policy disappeared"),
        Label("remember preference", "staging first"),
        Label("milestone", "terraform|rollout|kubectl", optional=True),
    )),
    Story("ja_website", (
        Say("コーポレートサイトのお問い合わせフォームを作り直したいです。今はPHPですが、"
            "静的サイトに寄せたいと思っています。", (
            "静的サイトにする場合、フォームの送信先が必要です。\n1. 外部のフォームサービスを使う\n2. "
            "サーバーレス関数を一つだけ用意する\n3. フォームをやめてメールリンクにする",)),
        Say("2がいいです。個人情報を外部サービスに預けたくないので。", (
            Edit("functions/contact.ts"),
            Bash("npm run build", "src/contact.ts(14,7): error TS2322: Type 'string | undefined' is not assignable "
                                  "to type 'string'.", 1),
            "環境変数が未定義の場合の型が考慮されていませんでした。",
            Edit("functions/contact.ts"),
            Bash("npm run build", "✓ built in 2.31s"),
            "関数を追加し、ビルドも通りました。")),
        Say("送信ボタンの色は緑にしてください", (Edit("src/form.css"), "緑にしました。")),
        Say("スパム対策はどうしますか?", ("ハニーポットとレート制限で十分だと考えます。"
                              "reCAPTCHAは利用者の負担と外部送信があるため避けたほうがよいです。",)),
        Say("同感です。reCAPTCHAはなしで、ハニーポットとレート制限にしましょう。", (Edit("functions/spam.ts"),
            "実装しました。")),
        Say("これ、前回も前々回も同じところで詰まったんですけど、"
            "デプロイ先の環境変数の設定を忘れないように手順に書いておいてください。", (
            Edit("docs/deploy.md"), "手順書に追記しました。")),
        Say("ちなみに公開日はまだ未定です。社長の確認待ち。", ("承知しました。",)),
    ), (
        Label("decision", "サーバーレス"),
        Label("fix", "型|TS2322|環境変数"),
        Label("rejection decision", "ハニーポット|reCAPTCHA"),
        Label("remember theme", "環境変数"),
        Label("question", "公開日"),
    )),
    Story("en_game_logged", (
        Say("The save files explode: 40 MB after an hour of play. What can we do?", (
            "Each autosave stores the whole world. We could store differences since the last full save, or "
            "compress. I'd go with differences: most of the world never changes.",)),
        Say("agreed. full save every 10 minutes, differences in between", (
            Edit("game/save.gd"),
            Bash("cogmem log --category DECISION 'Save games store differences, with a full save every 10 minutes'",
                ""),
            "Implemented, and I logged the decision.")),
        Say("hm, loading is broken now: the chests are empty", (
            Bash("make test", "FAIL: test_load_restores_chests\n  expected 12 items, got 0\n1 failed, 30 passed", 1),
            "Differences leave out inventories, since they hang on the node and not on the world grid.",
            Edit("game/save.gd"),
            Bash("make test", "31 passed"),
            "Chests are restored; the whole suite is green.")),
        Say("Awesome. I really don't like the name 'delta blob', call it 'change set' everywhere", (Edit(
            "game/save.gd"), "Renamed.")),
        Say("is there anything left to do?", ("Only old save files: I was unable to verify that version 3 saves "
                                              "still load, we have no sample.",)),
        Say("ok, commit", (
            Bash("git commit -am 'Save games store differences'", "[main beef123] Save games store differences\n 4 "
                "files changed"),
            "Committed.")),
    ), (
        Label("fix", "inventor|chests"),
        Label("decision correction preference rejection", "change set"),
        Label("question", "version 3|old save"),
        Label("milestone", "Save games store differences"),
    )),
    Story("ja_infra", (
        Say("ステージング環境のコストが月40万円になっています。削減案をください。", (
            "内訳を見ると、使われていないGPUインスタンスが28万円です。夜間と週末に停止するのが効果的です。"
            "停止しますか?",)),
        Say("GPUはそもそも不要なので削除してください。誰も使っていません。", (
            Edit("infra/gpu.tf"),
            Bash("terraform apply -auto-approve", "Error: deleting instance: InvalidParameter: instance has "
                                                  "termination protection", 1),
            "削除保護が有効になっていたため、失敗しました。保護を外します。",
            Edit("infra/gpu.tf"),
            Bash("terraform apply -auto-approve", "Apply complete! Resources: 0 added, 1 changed, 3 destroyed."),
            "GPUインスタンスを削除しました。")),
        Say("あれ、機械学習チームから連絡が来ました。毎月末のバッチで使っていたそうです…。"
            "誰も使っていないというのは私の勘違いでした。", (
            "すぐに戻せます。同じ構成で再作成しましょうか?",)),
        Say("はい、戻してください。ただし月末の三日間だけ起動する形で。", (
            Bash("git revert --no-edit HEAD", "[main 9a9a9a9] Revert \"GPUインスタンスを削除\"\n 1 file changed"),
            Edit("infra/schedule.tf"),
            Bash("terraform apply -auto-approve", "Apply complete! Resources: 4 added, 0 changed, 0 destroyed."),
            "元に戻し、月末三日間だけ起動するスケジュールにしました。")),
        Say("教訓として、リソースを消す前には必ず所有者タグを確認して、チャットで一声かけること。", (
            "肝に銘じます。",)),
        Say("お疲れさまでした", ("お疲れさまでした。",)),
    ), (
        Label("fix", "削除保護|保護"),
        Label("rejection decision", "GPU"),
        Label("premise", "勘違い"),
        Label("revert decision", "戻し|月末|Revert"),
        Label("preference remember", "所有者タグ"),
        Label("milestone", "terraform", optional=True),
    )),
    Story("en_docs_compaction", (
        Say("Help me write the onboarding guide. Audience: backend developers in their first week. Max 2 pages.", (
            Edit("docs/onboarding.md"), "Here is a first draft with five sections: setup, services, deployments, "
                                        "on-call, people.")),
        Say("Too long. Drop the on-call section, newcomers don't do on-call in their first three months.", (Edit(
            "docs/onboarding.md"), "Removed on-call.")),
        Say("/compact", summary="We write an onboarding guide in docs/onboarding.md for backend developers."),
        Say("Which sections do we have now?", ("Setup, services, deployments and people.",)),
        Say("The VPN part is outdated, we moved from OpenVPN to WireGuard in January.", (Edit("docs/onboarding.md"),
            "Updated to WireGuard.")),
        Say("I'm wondering if we should keep the guide in the wiki or in the repo. Let's ask the new hires in their "
            "feedback round.", ("Good idea, I'll leave it in the repo meanwhile.",)),
        Say("Also, please write in British English from now on, our editor insists.", ("Will do.",)),
        Say("Done for today, thanks!", ("See you!",)),
    ), (
        Label("rejection correction", "on-call"),
        Label("correction", "WireGuard"),
        Label("question", "wiki"),
        Label("remember preference", "British"),
    )),
)
