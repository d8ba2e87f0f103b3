"""More stories that the scribe plays: a journalist, a home server, a founder, a sysadmin; in Japanese a teacher, an
embedded workshop, a graduate student, a product manager. Labelled before the rules had seen them."""

from __future__ import annotations

from claude.stories.script import Bash, Edit, Label, Say, Story

STORIES = (
    Story(
        "en_fourth_journalist",
        (
            Say(
                "hey so i've got 40 years of rainfall csvs from the met office and every decade has a different "
                "header. my loader keeps choking, can you have a look?",
                (
                    Bash(
                        "Rscript load.R",
                        "Error in read.table(file = file) : more columns than column names\nExecution halted",
                        1,
                    ),
                    "The files from 1983 on have a units row below the header.",
                    Edit("load.R"),
                    Bash("Rscript load.R", "loaded 14610 rows"),
                    "The second line of the newer files holds units, so it was read as data. It's skipped now.",
                ),
            ),
            Say(
                "brill. does R have something like pandas' pivot?",
                (
                    "tidyr::pivot_wider does that.",
                ),
            ),
            Say(
                "for the trend i was going to fit a straight line. my editor will want something readers get",
                (
                    "A straight line hides that the wet years cluster. You could show a 10-year rolling mean or "
                    "LOESS.",
                ),
            ),
            Say(
                "rolling mean, readers understand that. and grey dots for the single years behind it",
                (
                    Edit("trend.R"),
                    "The chart has grey dots and a ten-year mean now.",
                ),
            ),
            Say(
                "oh and we never start the y axis anywhere but zero at this paper, house rule",
                (
                    Edit("trend.R"),
                    "The axis starts at zero. Shall I add a confidence band too?",
                ),
            ),
            Say(
                "God no, that invites letters",
                (
                    "No band then.",
                ),
            ),
            Say(
                "huh. the met office just mailed me back, station 114 was moved uphill in 1996, so before and "
                "after can't be compared. there goes my headline",
                (
                    "Then the jump in 1996 is the station, not the weather. We could use station 98, which never "
                    "moved.",
                ),
            ),
            Say(
                "98 it is, less pretty but honest",
                (
                    Edit("trend.R"),
                    Bash(
                        "git commit -am 'Use station 98 for the trend'",
                        "[main 5512aab] Use station 98 for the trend\n 1 file changed",
                    ),
                    "Committed.",
                ),
            ),
            Say(
                "legal still has to say if we may print the raw table. ta for today!",
                (
                    "Enjoy the evening.",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "units|more columns"),
            Label("decision", "rolling mean"),
            Label("preference remember correction", "y axis|zero"),
            Label("rejection decision", "band|letters"),
            Label("premise breakthrough correction", "station 114|1996"),
            Label("decision change", "98"),
            Label("milestone", "station 98 for the trend"),
            Label("question", "raw table|legal"),
            Label("decision preference", "grey dots", optional=True),
        ),
    ),
    Story(
        "en_fourth_homeserver",
        (
            Say(
                "Jellyfin won't transcode on my NAS anymore since the kernel update. Logs are in "
                "/var/log/jellyfin, fix pls",
                (
                    Bash(
                        "vainfo",
                        "libva error: /usr/lib/dri/iHD_drv_video.so init failed\nvaInitialize failed with error "
                        "code -1 (unknown libva error)",
                        1,
                    ),
                    "The driver can't open the render node: after the update it belongs to the group render, not "
                    "video.",
                    Edit("docker-compose.yml"),
                    Bash("vainfo", "vainfo: Driver version: Intel iHD driver - 23.4.1"),
                    "The container's user wasn't in the render group any more.",
                ),
            ),
            Say(
                "YES. ok while we're at it: watchtower or manual updates? I've been burned before",
                (
                    "Watchtower is convenient, manual with pinned tags is safer.",
                ),
            ),
            Say(
                "Manual, pinned. I'm done with surprises",
                (
                    Edit("docker-compose.yml"),
                    "All images are pinned.",
                ),
            ),
            Say(
                "wait why is sonarr on port 8990? it's been 8989 since forever, all my bookmarks break",
                (
                    Edit("docker-compose.yml"),
                    "Sorry, back on 8989.",
                ),
            ),
            Say(
                "is 16 gigs enough for zfs?",
                (
                    "For a home NAS, yes. The ARC takes what is free.",
                ),
            ),
            Say(
                "Then let's do a raidz1 over the four disks",
                (
                    "raidz1 leaves you exposed during a resilver of 12 TB disks. I'd go for two mirrors.",
                ),
            ),
            Say(
                "good point, two mirrors then",
                (
                    Bash("zpool create tank mirror sda sdb mirror sdc sdd", ""),
                    "The pool is up.",
                ),
            ),
            Say(
                "don't put anything of mine on cloudflare btw. not now, not ever",
                (
                    "Noted.",
                ),
            ),
            Say(
                "no clue where to do offsite backups, my brother maybe has space. will ask him at christmas",
                (
                    "OK.",
                ),
            ),
            Say(
                "haha my wife just asked if the internet is broken again. gotta run",
                (
                    "Good luck!",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "render|libva"),
            Label("decision", "pinned|manual"),
            Label("correction", "8989|8990"),
            Label("decision change", "mirrors"),
            Label("preference remember correction rejection", "cloudflare"),
            Label("question", "offsite|brother"),
            Label("decision", "raidz1", optional=True),
        ),
    ),
    Story(
        "ja_fourth_teacher",
        (
            Say(
                "中学校で教員をしております。成績表のマクロが4月から動かなくなってしまいまして、"
                "見ていただけないでしょうか。",
                (
                    Bash(
                        "python seiseki.py --class 2B",
                        "Traceback (most recent call last):\n  File \"seiseki.py\", line 40\nKeyError: '観点3'",
                        1,
                    ),
                    Edit("seiseki.py"),
                    Bash("python seiseki.py --class 2B", "38名分を書き出しました"),
                    "新年度の様式で観点が三つから二つに減ったため、存在しない列を読んでいました。",
                ),
            ),
            Say(
                "なるほど、様式のせいだったのですね。それから、評定は四捨五入ではなく切り捨てで計算する決まりにな"
                "っております。",
                (
                    Edit("seiseki.py"),
                    "切り捨てに直しました。",
                ),
            ),
            Say(
                "VLOOKUPとXLOOKUPは何が違うのですか。",
                (
                    "XLOOKUPは左側の列も探せます。",
                ),
            ),
            Say(
                "勉強になります。欠席の多い生徒の扱いですが、空欄にするか「―」にするかで迷っておりまして。",
                (
                    "空欄だと入力漏れと区別がつかないので「―」をお勧めします。",
                ),
            ),
            Say(
                "おっしゃる通りですね。では「―」でお願いいたします。",
                (
                    Edit("seiseki.py"),
                    "そのようにしました。保護者向けのメール送信も自動にしましょうか?",
                ),
            ),
            Say(
                "メールは結構です。個人情報の関係で、学校からの送信は禁じられておりますので。",
                (
                    "承知しました。",
                ),
            ),
            Say(
                "生徒の氏名がファイル名に入らないよう、どのファイルでも必ず出席番号を使うようにしてください。",
                (
                    "以後、出席番号を使います。",
                ),
            ),
            Say(
                "転入生の前の学校での評定を含めるかどうかは、学年主任に伺ってからでないと決められません。",
                (
                    "わかりました。",
                ),
            ),
            Say(
                "遅くまでありがとうございました。おかげさまで帰れそうです。",
                (
                    "お疲れさまでした。",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "観点"),
            Label("correction preference remember", "切り捨て"),
            Label("decision", "―"),
            Label("rejection decision preference", "メール"),
            Label("preference remember", "出席番号"),
            Label("question", "転入生|学年主任"),
        ),
    ),
    Story(
        "ja_fourth_embedded",
        (
            Say(
                "センサ基板、起動後10分で固まる。原因切り分け頼む",
                (
                    Bash("make flash-test", "FAIL: watchdog reset after 612 s\nmake: *** [flash-test] Error 1", 2),
                    "I2Cの待ちループがタイムアウトなしで回っていて、センサが応答しないと抜けられません。",
                    Edit("src/i2c.c"),
                    Bash("make flash-test", "PASS: 3600 s"),
                    "待ちループに上限を付けて、1時間通りました。",
                ),
            ),
            Say(
                "ok。リトライ何回?",
                (
                    "今は3回で、その後エラーを返します。",
                ),
            ),
            Say(
                "5回。工場はノイズひどい",
                (
                    Edit("src/i2c.c"),
                    "5回にしました。ついでにRTOSをFreeRTOSからZephyrに移すと、ドライバが楽になります。やりますか?",
                ),
            ),
            Say(
                "認証取り直しになるから無理",
                (
                    "では今のままにします。",
                ),
            ),
            Say(
                "割り込みの優先度、勝手に変えた? タイマ最優先で固定のはず",
                (
                    Edit("src/irq.c"),
                    "すみません、戻しました。",
                ),
            ),
            Say(
                "ログは全部UARTに出す。RTTは現場で読めん",
                (
                    Edit("src/log.c"),
                    "UARTに出すようにしました。",
                ),
            ),
            Say(
                "CRC8とCRC16、衝突率どれくらい違う",
                (
                    "256倍違います。",
                ),
            ),
            Say(
                "コミットして",
                (
                    Bash(
                        "git commit -am 'I2Cの待ちに上限を設ける'",
                        "[main 77aa001] I2Cの待ちに上限を設ける\n 3 files changed",
                    ),
                    "しました。",
                ),
            ),
            Say(
                "電池の型番は購買の回答待ち。スリープ電流の目標もそれから",
                (
                    "了解です。",
                ),
            ),
            Say(
                "腹減った。飯行く",
                (
                    "いってらっしゃい。",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "I2C|watchdog"),
            Label("decision correction", "5回"),
            Label("rejection decision", "認証|Zephyr"),
            Label("correction preference", "優先度|タイマ"),
            Label("decision preference", "UART"),
            Label("milestone", "I2Cの待ちに上限"),
            Label("question", "電池|購買"),
        ),
    ),
)

AGAIN = (
    Story(
        "en_again_founder",
        (
            Say(
                "Morning! So the checkout conversion dropped 12% last week, right after we shipped the new "
                "address form. I have a board call Thursday and I'd love to know what happened.",
                (
                    Bash(
                        "npx vitest run checkout",
                        "FAIL  src/checkout/address.test.tsx > submits without a state\nAssertionError: expected "
                        "button to be enabled\n Test Files  1 failed | 7 passed (8)",
                        1,
                    ),
                    "The form requires a state, and most countries don't have one, so the button never becomes "
                    "active there.",
                    Edit("src/checkout/address.tsx"),
                    Bash("npx vitest run checkout", " Test Files  8 passed (8)"),
                    "Customers outside the US, Canada and Australia could not submit the form at all.",
                ),
            ),
            Say(
                "Oof. That's 40% of our orders. OK so fix that everywhere and let's put a country switch at the "
                "top of the form, so people don't fill in stuff they don't need.",
                (
                    Edit("src/checkout/country.tsx"),
                    "Country comes first now and decides which fields appear.",
                ),
            ),
            Say(
                "Love it. What's a good way to track this in future?",
                (
                    "An alert on the submit rate per country. I could send it to Slack or PagerDuty.",
                ),
            ),
            Say(
                "Slack is fine, nobody is on call here lol",
                (
                    Edit("ops/alerts.ts"),
                    "It goes to #shop-alerts.",
                ),
            ),
            Say(
                "Hmm, you put the threshold at 50%? Even a 10% drop is a disaster for us",
                (
                    Edit("ops/alerts.ts"),
                    "It fires at 10% now. I'd also suggest A/B testing every form change.",
                ),
            ),
            Say(
                "We don't have the traffic for A/B tests, so that's a no.",
                (
                    "Fair.",
                ),
            ),
            Say(
                "Whenever you touch checkout, run the Playwright suite against staging before telling me it's "
                "done. I've been bitten too often.",
                (
                    "Will do.",
                ),
            ),
            Say(
                "Cool. How do I explain 'conversion' to my mum?",
                (
                    "The share of visitors who buy.",
                ),
            ),
            Say(
                "Haha perfect. Ship it",
                (
                    Bash(
                        "git commit -am 'Ask for the country first, drop required state'",
                        "[main 8d21e0b] Ask for the country first, drop required state\n 4 files changed",
                    ),
                    "Committed.",
                ),
            ),
            Say(
                "Last thing: do we refund the people who gave up? I honestly don't know, I'll bring it up with "
                "my cofounder.",
                (
                    "Good luck on Thursday!",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "state"),
            Label("decision", "country"),
            Label("decision", "slack"),
            Label("correction decision", "10%|threshold"),
            Label("rejection decision", "A/B"),
            Label("preference remember", "playwright"),
            Label("milestone", "country first"),
            Label("question", "refund|cofounder"),
            Label("premise breakthrough", "40%|12%", optional=True),
        ),
    ),
    Story(
        "en_again_sysadmin",
        (
            Say(
                "nightly backup of db02 exits 3 since tue. find out",
                (
                    Bash(
                        "restic backup /var/lib/pg",
                        "Fatal: unable to open repository: ciphertext verification failed",
                        1,
                    ),
                    Bash("cat /etc/restic/env", "RESTIC_PASSWORD_FILE=/etc/restic/pw.new"),
                    "Tuesday's puppet run pointed the password file to pw.new, which holds a different key.",
                    Edit("modules/restic/env.erb"),
                    Bash("restic backup /var/lib/pg", "snapshot 1f00aa saved"),
                    "Back on the old key, snapshot saved.",
                ),
            ),
            Say(
                "keep 7 daily 4 weekly 12 monthly",
                (
                    Edit("modules/restic/forget.erb"),
                    "Set.",
                ),
            ),
            Say(
                "what's the repo size",
                (
                    Bash("restic stats", "Total Size: 812 GiB"),
                    "812 GiB.",
                ),
            ),
            Say(
                "hm. s3 or another disk in the other building?",
                (
                    "S3 costs about 20 a month; a disk is faster to restore.",
                ),
            ),
            Say(
                "disk. restores matter more",
                (
                    Edit("modules/restic/repo.erb"),
                    "Points to bk03 now. Shall I wipe the old repo?",
                ),
            ),
            Say(
                "NO. nothing gets wiped before i have seen a restore work",
                (
                    "Understood.",
                ),
            ),
            Say(
                "the rule on this box: no cron, systemd timers only",
                (
                    Edit("modules/restic/timer.erb"),
                    "It's a timer now.",
                ),
            ),
            Say(
                "wrong unit name, ours start with acme-",
                (
                    Edit("modules/restic/timer.erb"),
                    "Renamed to acme-restic.",
                ),
            ),
            Say(
                "commit",
                (
                    Bash(
                        "git commit -am 'restic: timer, disk repository, retention'",
                        "[prod 90aa1f2] restic: timer, disk repository, retention\n 4 files changed",
                    ),
                    "Done.",
                ),
            ),
            Say(
                "encryption of the disk itself: tbd, need to see if the boss buys the tpm module",
                (
                    "OK.",
                ),
            ),
            Say(
                "afk",
                (
                    "Later.",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "ciphertext|pw.new|key"),
            Label("decision", "7 daily|monthly"),
            Label("decision", "disk"),
            Label("rejection correction preference remember", "wiped|restore"),
            Label("preference remember decision", "timers|cron"),
            Label("correction preference", "acme-"),
            Label("milestone", "retention"),
            Label("question", "tpm|encryption"),
        ),
    ),
    Story(
        "ja_again_insei",
        (
            Say(
                "音声認識のfinetuneなんですけど、CERが昨日から急に悪くなって意味わかんないです。"
                "見てもらっていいですか",
                (
                    Bash("python eval.py --set dev", "CER 0.284"),
                    "前処理の正規化が変わって、全角の数字が未知語になっています。",
                    Edit("asr/normalize.py"),
                    Bash(
                        "pytest -q tests/test_normalize.py",
                        "E   AssertionError: '１２' != '12'\nFAILED tests/test_normalize.py::test_digits - "
                        "AssertionError\n1 failed, 8 passed",
                        1,
                    ),
                    Edit("asr/normalize.py"),
                    Bash("pytest -q tests/test_normalize.py", "9 passed"),
                    "NFKCをかける順番が逆で、数字だけ素通りしていました。",
                ),
            ),
            Say(
                "うわ、それか〜。じゃあ数字は全部半角に揃える方向で",
                (
                    Edit("asr/normalize.py"),
                    "半角に揃えました。",
                ),
            ),
            Say(
                "ちなみにCERとWERって日本語だとどっち使うのが普通なんです?",
                (
                    "日本語ではCERが普通です。",
                ),
            ),
            Say(
                "なるほどです。バッチサイズなんですけど、16にしてますよね?うちのGPU 12GBなんで8が限界です",
                (
                    Edit("conf/train.yaml"),
                    "8にしました。勾配累積で実効16にもできます。",
                ),
            ),
            Say(
                "あ、それいいですね。累積でお願いします",
                (
                    Edit("conf/train.yaml"),
                    "累積2にしました。データ拡張にSpecAugmentも入れますか?",
                ),
            ),
            Say(
                "SpecAugmentは前試して全然効かなかったんで、今回はパスで",
                (
                    "わかりました。",
                ),
            ),
            Say(
                "あと実験の名前、日付から始めるようにしてほしいです。先生に毎回聞かれるので",
                (
                    "そうします。",
                ),
            ),
            Say(
                "学習回しといてください",
                (
                    Bash("python train.py", "epoch 10 CER 0.101"),
                    "CERが0.101になりました。",
                ),
            ),
            Say(
                "おおー!下がった!",
                (
                    "よかったです。",
                ),
            ),
            Say(
                "コミットお願いします",
                (
                    Bash(
                        "git commit -am '数字の正規化と勾配累積'",
                        "[main 11ee22f] 数字の正規化と勾配累積\n 3 files changed",
                    ),
                    "しました。",
                ),
            ),
            Say(
                "雑談データを混ぜるかどうかは、ゼミで聞いてからにします",
                (
                    "了解です。",
                ),
            ),
            Say(
                "お腹すいた…ラーメン行ってきます",
                (
                    "いってらっしゃい。",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "NFKC|数字"),
            Label("decision", "半角"),
            Label("correction", "8が限界|12GB"),
            Label("decision", "累積"),
            Label("rejection decision", "SpecAugment"),
            Label("preference remember", "日付"),
            Label("milestone", "数字の正規化と勾配累積"),
            Label("question", "雑談データ|ゼミ"),
            Label("breakthrough premise", "全角", optional=True),
            Label("milestone breakthrough", "0.101", optional=True),
        ),
    ),
    Story(
        "ja_again_pm",
        (
            Say(
                "お世話になっております。予約サイトのキャンセル処理についてご相談です。"
                "返金が二重に行われる事象が2件報告されております。原因を調べていただけますでしょうか。",
                (
                    Bash(
                        "bundle exec rspec spec/refunds_spec.rb",
                        "Failures:\n  1) Refunds does not refund twice\n     expected: 1\n          got: 2\n12 "
                        "examples, 1 failure",
                        1,
                    ),
                    "Webhookが再送されたときに、処理済みかどうかを見ていません。",
                    Edit("app/services/refund.rb"),
                    Bash("bundle exec rspec spec/refunds_spec.rb", "12 examples, 0 failures"),
                    "イベントIDの一意制約がなかったため、再送のたびに返金していました。",
                ),
            ),
            Say(
                "迅速なご対応ありがとうございます。キャンセル料の発生は何日前からが一般的でしょうか。",
                (
                    "3日前から7日前が多いです。",
                ),
            ),
            Say(
                "それでは7日前からといたします。50%でお願いいたします。",
                (
                    Edit("app/models/policy.rb"),
                    "7日前から50%にしました。当日は100%にしておきますか?",
                ),
            ),
            Say(
                "当日も50%のままで結構です。お客様からの苦情を避けたいと社長が申しておりますので。",
                (
                    "承知しました。",
                ),
            ),
            Say(
                "申し訳ございません、先ほどの7日前ですが、旅館組合の規定を確認しましたところ5日前でした。"
                "5日前に変更をお願いします。",
                (
                    Edit("app/models/policy.rb"),
                    "5日前にしました。",
                ),
            ),
            Say(
                "画面の文言で「キャンセル」とありますが、弊社では「お取消し」で統一しております。",
                (
                    Edit("config/locales/ja.yml"),
                    "「お取消し」にしました。",
                ),
            ),
            Say(
                "冪等性という言葉は、非エンジニアにはどう説明すればよいでしょうか。",
                (
                    "何度押しても結果が同じ、と言えば伝わります。",
                ),
            ),
            Say(
                "わかりやすいです。では、ここまでを保存しておいてください。",
                (
                    Bash(
                        "git commit -am '返金を一度だけにし、取消料を5日前からにする'",
                        "[main 5c5c5c1] 返金を一度だけにし、取消料を5日前からにする\n 5 files changed",
                    ),
                    "コミットしました。",
                ),
            ),
            Say(
                "なお、本番への反映は必ず平日の午前中にお願いしております。夜間は対応できる者がおりませんので。",
                (
                    "承知しました。",
                ),
            ),
            Say(
                "団体予約の扱いについては、営業部と協議のうえ改めてご連絡いたします。",
                (
                    "お待ちしております。",
                ),
            ),
            Say(
                "本日もありがとうございました。失礼いたします。",
                (
                    "お疲れさまでした。",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "一意制約|再送|twice"),
            Label("decision", "7日前|50%"),
            Label("rejection decision", "当日"),
            Label("change correction premise decision", "5日前"),
            Label("correction preference remember", "お取消し"),
            Label("milestone", "返金を一度だけ"),
            Label("preference remember", "平日"),
            Label("question", "団体予約|営業部"),
        ),
    ),
)

THIRD = (
    Story(
        "en_third_accountant",
        (
            Say(
                "Good morning. I am a bookkeeper, not a programmer, so please bear with me. My month-end script "
                "stopped on the 31st with a long red text and my manager needs the VAT figures by noon.",
                (
                    Bash(
                        "python month_end.py 2026-10",
                        "Traceback (most recent call last):\n  File \"month_end.py\", line 61, in "
                        "<module>\nValueError: could not convert string to float: '1.204,50'",
                        1,
                    ),
                    "One supplier now sends German number formats, with a dot for thousands.",
                    Edit("month_end.py"),
                    Bash("python month_end.py 2026-10", "VAT payable: 18,332.10"),
                    "The amounts of that supplier are read with the comma as the decimal mark now.",
                ),
            ),
            Say(
                "You are a lifesaver. Is it usual that suppliers change such a thing without telling anybody?",
                (
                    "Unfortunately yes.",
                ),
            ),
            Say(
                "I see. May I ask that reverse-charge invoices are listed separately from now on? My auditor "
                "asks for them every single quarter.",
                (
                    Edit("month_end.py"),
                    "They have their own sheet.",
                ),
            ),
            Say(
                "It appears you have rounded each line. We round only the total, that is how the tax office does it.",
                (
                    Edit("rounding.py"),
                    "Only the total is rounded now. For the archive, should the PDFs be named by invoice number "
                    "or by date?",
                ),
            ),
            Say(
                "By invoice number, I should think. Dates repeat themselves.",
                (
                    Edit("archive.py"),
                    "Done.",
                ),
            ),
            Say(
                "My manager would like the file to be e-mailed to the clients automatically, but I told him I am "
                "not comfortable with that, so please do not build it.",
                (
                    "Understood.",
                ),
            ),
            Say(
                "Would you be so kind as to save this version?",
                (
                    Bash(
                        "git commit -am 'Read German amounts, list reverse charge separately'",
                        "[main 3f0e111] Read German amounts, list reverse charge separately\n 3 files changed",
                    ),
                    "Saved.",
                ),
            ),
            Say(
                "As to the Swiss branch, whether we shall report it in francs or in euros has not been settled; "
                "the board meets on the 12th.",
                (
                    "Fine.",
                ),
            ),
            Say(
                "Thank you ever so much, you have been most patient with an old lady.",
                (
                    "A pleasure!",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "German|1.204,50|could not convert"),
            Label("preference remember decision", "reverse-charge"),
            Label("correction preference", "round"),
            Label("decision", "invoice number"),
            Label("rejection decision", "e-mailed|comfortable"),
            Label("milestone", "reverse charge separately"),
            Label("question", "Swiss|francs"),
        ),
    ),
    Story(
        "en_third_modder",
        (
            Say(
                "yo my minecraft mod crashes when u open the backpack in creative. log "
                "below\n```\njava.lang.NullPointerException: Cannot invoke ItemStack.getCount()\n```",
                (
                    Bash(
                        "./gradlew test --tests BackpackTest",
                        "BackpackTest > opensInCreative() FAILED\n    java.lang.NullPointerException at "
                        "BackpackTest.java:31\n3 tests completed, 1 failed",
                        1,
                    ),
                    Edit("src/main/java/Backpack.java"),
                    Bash("./gradlew test --tests BackpackTest", "BUILD SUCCESSFUL in 6s"),
                    "Creative mode passes an empty slot as null, and the menu asked it for its count.",
                ),
            ),
            Say(
                "ayyy thx. ok next thing, storage upgrades. either u craft bigger backpacks or u put upgrade "
                "gems in. idk which",
                (
                    "Gems fit your magic theme and need one item only. Bigger backpacks are what players know.",
                ),
            ),
            Say(
                "gems. way cooler",
                (
                    Edit("src/main/java/Gem.java"),
                    "Gems are in, each adds nine slots.",
                ),
            ),
            Say(
                "bro 9 is op. 3 per gem",
                (
                    Edit("src/main/java/Gem.java"),
                    "Three it is.",
                ),
            ),
            Say(
                "also why'd u make the texture 32x? my pack is 16x everywhere",
                (
                    Edit("assets/gem.png"),
                    "It's 16x now.",
                ),
            ),
            Say(
                "wanna add fabric support? nvm that's a ton of work, forge only",
                (
                    "Forge only, then.",
                ),
            ),
            Say(
                "yo always credit @lunapix in the changelog when u use her textures, she got mad last time",
                (
                    "Will do.",
                ),
            ),
            Say(
                "lmaooo my friend just fell into lava with everything",
                (
                    "Ouch.",
                ),
            ),
            Say(
                "commit n tag 1.2",
                (
                    Bash(
                        "git commit -am 'Upgrade gems' && git tag v1.2",
                        "[main 9a9a9a1] Upgrade gems\n 4 files changed",
                    ),
                    "Tagged.",
                ),
            ),
            Say(
                "what abt multiplayer sync, do gems dupe? no idea, gotta test w my bro tmrw",
                (
                    "Tell me how it goes.",
                ),
            ),
            Say(
                "gn",
                (
                    "Night!",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "null"),
            Label("decision", "gems"),
            Label("correction decision", "3 per gem|op"),
            Label("correction preference", "16x"),
            Label("rejection decision change", "fabric|forge"),
            Label("preference remember", "lunapix"),
            Label("milestone", "Upgrade gems"),
            Label("question", "multiplayer|dupe"),
            Label("milestone", "1.2", optional=True),
        ),
    ),
    Story(
        "ja_third_hoikuen",
        (
            Say(
                "保育園の保護者会でホームページ係になってしまった者です^^; "
                "お知らせのページが昨日から真っ白なんです。直せますか?",
                (
                    Bash(
                        "npm run build",
                        "Error: Failed to parse news/2026-11.md: bad indentation of a mapping entry\nnpm ERR! code 1",
                        1,
                    ),
                    Edit("news/2026-11.md"),
                    Bash("npm run build", "Built 24 pages"),
                    "11月のお知らせの見出しにコロンが入っていて、設定の区切りと解釈されていました。",
                ),
            ),
            Say(
                "わあ、ありがとうございます!コロンひとつで真っ白になるんですね…こわい",
                (
                    "よくある落とし穴です。",
                ),
            ),
            Say(
                "お知らせの並びなんですけど、新しいのが上と、行事の日付順と、どっちが見やすいですかね",
                (
                    "探すのは行事の日なので、日付順のほうが見つけやすいと思います。",
                ),
            ),
            Say(
                "たしかに!日付順にしましょう",
                (
                    Edit("layouts/news.html"),
                    "日付順にしました。園児の写真をトップに載せますか?",
                ),
            ),
            Say(
                "写真は載せないことになってるんです、前にトラブルがあったので",
                (
                    "わかりました。",
                ),
            ),
            Say(
                "あ、文字が小さいかも。おじいちゃんおばあちゃんも見るので、本文は18px以上でお願いしたいです",
                (
                    Edit("styles.css"),
                    "18pxにしました。",
                ),
            ),
            Say(
                "あれ、うさぎ組が3歳児になってますけど、うちはうさぎ組が1歳です!",
                (
                    Edit("data/classes.yaml"),
                    "直しました。",
                ),
            ),
            Say(
                "それと、更新したら必ず園長先生にメールで知らせる約束なので、毎回文面も作ってもらえると助かります",
                (
                    "毎回作ります。",
                ),
            ),
            Say(
                "夕飯の支度があるので、いったんここまでで保存をお願いします",
                (
                    Bash(
                        "git commit -am 'お知らせを日付順に'",
                        "[main 4d4d4d4] お知らせを日付順に\n 4 files changed",
                    ),
                    "保存しました。",
                ),
            ),
            Say(
                "入園説明会の申込フォームを付けるかは、次の役員会で聞いてみますね",
                (
                    "はい。",
                ),
            ),
            Say(
                "今日は本当に助かりました〜おやすみなさい",
                (
                    "おやすみなさい。",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "コロン|indentation"),
            Label("decision", "日付順"),
            Label("rejection decision preference", "写真"),
            Label("decision preference correction remember", "18px"),
            Label("correction", "うさぎ組"),
            Label("preference remember", "園長"),
            Label("milestone", "お知らせを日付順に"),
            Label("question", "申込フォーム|役員会"),
        ),
    ),
    Story(
        "ja_third_sre",
        (
            Say(
                "prodのpodがCrashLoopしてる、至急",
                (
                    Bash(
                        "kubectl logs api-7c9",
                        "panic: runtime error: invalid memory address or nil pointer dereference",
                    ),
                    Bash(
                        "go test ./internal/config",
                        "--- FAIL: TestLoad (0.00s)\n    config_test.go:22: panic: nil pointer\nFAIL",
                        1,
                    ),
                    "新しいフラグの既定値がなく、設定がnilのまま参照されていました。",
                    Edit("internal/config/load.go"),
                    Bash("go test ./internal/config", "ok  	acme/internal/config	0.21s"),
                    "既定値を入れて、テストも通りました。",
                ),
            ),
            Say(
                "助かった。postmortem用に時系列まとめて",
                (
                    "14:02に発生、14:20に修正です。",
                ),
            ),
            Say(
                "再発防止、configのvalidationをCIに入れるか起動時に落とすか",
                (
                    "CIで気づければ本番に出ません。起動時の検査は手動の変更も拾えます。",
                ),
            ),
            Say(
                "両方入れる。CIはblockingで",
                (
                    Edit(".github/workflows/ci.yml"),
                    "両方入れました。replica数も3から6に増やしておきました。",
                ),
            ),
            Say(
                "増やさなくていい。costの承認取ってない",
                (
                    Edit("deploy/api.yaml"),
                    "3に戻しました。",
                ),
            ),
            Say(
                "alertの通知先、oncallじゃなくて#sre-warnにして。夜中に起こされたくない",
                (
                    Edit("alerts.yaml"),
                    "変えました。",
                ),
            ),
            Say(
                "manifestの変更は全部PR経由、kubectl editは使わない運用で",
                (
                    "はい、PRにします。",
                ),
            ),
            Say(
                "canaryってistioなしでもできるんだっけ",
                (
                    "Argo Rolloutsでできます。",
                ),
            ),
            Say(
                "マージしといて",
                (
                    Bash(
                        "git commit -am 'configの検査をCIと起動時に'",
                        "[main 8e8e8e8] configの検査をCIと起動時に\n 5 files changed",
                    ),
                    "しました。",
                ),
            ),
            Say(
                "やっぱ起動時のチェックは外す。起動遅くなるってチームから言われた",
                (
                    Edit("cmd/main.go"),
                    "外しました。",
                ),
            ),
            Say(
                "multi regionの話はCTOと要すり合わせ。今期は動かさない",
                (
                    "了解です。",
                ),
            ),
            Say(
                "ねむ。コーヒー淹れてくる",
                (
                    "どうぞ。",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "nil|既定値"),
            Label("decision", "両方|CI"),
            Label("rejection correction revert decision", "増やさなくて|cost"),
            Label("correction decision preference change", "sre-warn"),
            Label("preference remember decision", "PR経由|kubectl edit"),
            Label("milestone", "configの検査"),
            Label("change rejection decision revert", "起動時のチェック"),
            Label("question", "multi region|CTO"),
        ),
    ),
)

LATEST = (
    Story(
        "en_six_museum",
        (
            Say(
                "Hi there, I look after the audio guide app of a small museum. Visitors with older Android "
                "phones say that the Spanish tracks do not start. Would you mind taking a look?",
                (
                    Bash(
                        "mix test test/guide/audio_test.exs",
                        "  1) test spanish tracks (Guide.AudioTest)\n     ** (MatchError) no match of right hand "
                        "side value: {:error, :enoent}\n5 tests, 1 failure",
                        1,
                    ),
                    "The Spanish files end in .MP3 in capitals, and the player asks for .mp3.",
                    Edit("lib/guide/audio.ex"),
                    Bash("mix test test/guide/audio_test.exs", "5 tests, 0 failures"),
                    "File names are compared without regard to case now.",
                ),
            ),
            Say(
                "Lovely, thank you. While you are there: could the tracks be preloaded when visitors enter a room?",
                (
                    "Yes, either the whole room or just the next two stops. The whole room costs about 20 MB.",
                ),
            ),
            Say(
                "Just the next two, our wifi is dreadful in the cellar.",
                (
                    Edit("lib/guide/preload.ex"),
                    "Done. I've also set the volume to 80 percent at the start.",
                ),
            ),
            Say(
                "Oh, that will startle people. It was at 50 for good reason.",
                (
                    Edit("lib/guide/player.ex"),
                    "Back to 50.",
                ),
            ),
            Say(
                "What is the difference between AAC and MP3?",
                (
                    "AAC sounds better at the same size.",
                ),
            ),
            Say(
                "Interesting, thanks.",
                (
                    "You're welcome. I could convert all tracks to AAC.",
                ),
            ),
            Say(
                "Let's not touch the recordings; the actors' contracts are rather specific about formats.",
                (
                    "All right.",
                ),
            ),
            Say(
                "Our director insists that nothing in the app ever asks visitors for their name or e-mail. Do "
                "bear that in mind.",
                (
                    "I will.",
                ),
            ),
            Say(
                "Please commit what we have.",
                (
                    Bash(
                        "git commit -am 'Find audio files regardless of case'",
                        "[main 1a2b3c4] Find audio files regardless of case\n 3 files changed",
                    ),
                    "Committed.",
                ),
            ),
            Say(
                "There's talk of a children's version but nobody has decided anything, so let us leave that aside.",
                (
                    "Of course.",
                ),
            ),
            Say(
                "Right, the school classes are arriving. Goodbye!",
                (
                    "Goodbye!",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "capitals|MP3|enoent"),
            Label("decision", "next two"),
            Label("correction revert change rejection", "50|startle"),
            Label("rejection decision preference", "recordings|actors"),
            Label("remember preference", "director|name or e-mail"),
            Label("milestone", "regardless of case"),
            Label("question", "children"),
        ),
    ),
    Story(
        "ja_six_noka",
        (
            Say(
                "いちご農家なんですけど、ハウスの温度を記録するスクリプトが夜中に止まるんですわ。見てもらえますか",
                (
                    Bash(
                        "python3 onshitsu.py --once",
                        "Traceback (most recent call last):\n  File \"onshitsu.py\", line 33\nOSError: [Errno "
                        "28] No space left on device",
                        1,
                    ),
                    "SDカードがログでいっぱいです。",
                    Bash("journalctl --vacuum-size=100M", "Vacuuming done"),
                    Edit("onshitsu.py"),
                    Bash("python3 onshitsu.py --once", "21.4℃"),
                    "1秒ごとに全部の値をログに書いていたのが原因で、カードがあふれていました。",
                ),
            ),
            Say(
                "あー、わしが書いたやつや。ほな1分ごとでええわ",
                (
                    Edit("onshitsu.py"),
                    "1分ごとにしました。",
                ),
            ),
            Say(
                "ラズパイって夏の暑さ大丈夫なんかな",
                (
                    "60℃くらいまでは動きます。",
                ),
            ),
            Say(
                "ほうか。ほんで、30度超えたら知らせてほしいんやけど、LINEかメールか",
                (
                    "LINEは届きやすく、メールは仕組みが簡単です。",
                ),
            ),
            Say(
                "LINEで。嫁も見るし",
                (
                    Edit("notify.py"),
                    "LINEに送ります。換気扇も自動で回しましょうか?",
                ),
            ),
            Say(
                "換気扇は自分で回す。機械任せは怖いわ",
                (
                    "わかりました。",
                ),
            ),
            Say(
                "あと、しきい値30度て書いたけど、育苗のハウスは28度やったわ。すまん",
                (
                    Edit("config.toml"),
                    "育苗は28度にしました。",
                ),
            ),
            Say(
                "センサーの番号は必ず畝の番号と合わせといてな。前の業者がぐちゃぐちゃにして往生したんや",
                (
                    "合わせます。",
                ),
            ),
            Say(
                "保存しとって",
                (
                    Bash(
                        "git commit -am 'ログを1分ごとにし、LINEで知らせる'",
                        "[main 6d6d6d6] ログを1分ごとにし、LINEで知らせる\n 4 files changed",
                    ),
                    "しました。",
                ),
            ),
            Say(
                "湿度も測るかどうかは、組合の人に聞いてみてからやな",
                (
                    "はい。",
                ),
            ),
            Say(
                "よっしゃ、ほな出荷行ってくるわ",
                (
                    "お気をつけて。",
                ),
            ),
        ),
        (
            Label("fix breakthrough premise", "ログ|space left"),
            Label("decision correction", "1分"),
            Label("decision", "LINE"),
            Label("rejection decision", "換気扇"),
            Label("correction change premise", "28度"),
            Label("preference remember", "畝"),
            Label("milestone", "1分ごとにし"),
            Label("question", "湿度|組合"),
        ),
    ),
)
