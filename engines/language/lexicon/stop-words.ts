// Words that say nothing about a text's topic: grammar, filler words and numbers.

const lists: Record<string, string> = {
  en: `a about above across actually after again against ago all almost along already also although always am among an and
    another any anybody anyone anything anyway anywhere are aren't around as ask asked asking at away back basically be
    became because become been before being below between both but by call came can can't cannot come comes coming could
    couldn't did didn't different do does doesn't doing don't done down during each either else enough etc even ever every everybody
    everyone everything exactly few find first for from further gave get gets getting give given go goes going gone gonna
    good got gotta great had hadn't has hasn't have haven't having he he'd he'll he's her here hers herself him himself his
    how however i i'd i'll i'm i've if in instead into is isn't it it's its itself just keep kind knew know known knows last
    least less let let's like likely little lot lots made make makes making many may maybe me mean means might mine more most
    mostly much must my myself need needs neither never new next no nobody none nor not nothing now of off often oh ok okay
    old on once one ones only onto or other others otherwise our ours ourselves out over own per perhaps please pretty
    probably put quite rather really right said same saw say saying says see seem seemed seems seen shall she she'd she'll
    she's should shouldn't since so some somebody someone something sometimes somewhere soon sort still stuff such sure take
    taken tell than thank thanks that that'll that's the their theirs them themselves then there there's these they they'd
    they'll they're they've thing things think this those though thought three through thus to today together told too took
    toward two um uh under until up upon us use used uses using usually very want wanted wants was wasn't way we we'd we'll
    we're we've well went were weren't what what's when where whether which while who who's whole whom whose why will with
    within without won't would wouldn't yeah year years yes yet you you'd you'll you're you've your yours yourself
    zero four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million second third half moment point`,
  de: `ab aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei beim bereits besonders
    bin bis bisher bist bitte da dabei dadurch dafür dagegen daher dahin damals damit danach daneben dann daran darauf
    daraus darf darin darüber darum darunter das dass davon davor dazu dein deine deinem deinen deiner dem den denen denn
    dennoch der deren des deshalb dessen desto die dies diese dieselbe diesem diesen dieser dieses doch dort du durch durfte
    dürfen eben ebenso eher eigentlich ein eine einem einen einer eines einfach einige einigen einiger einiges einmal er es
    etwa etwas euch euer eure fast finde findet für ganz gar geben gegen gehen geht gemacht genau gerade gern gerne gesagt
    getan gewesen gibt ging gleich gut gute guten guter hab habe haben hat hatte hatten hätte hätten her hier hin hinter ich
    ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in indem ins irgendwie ist ja jede jedem jeden jeder jedes jedoch
    jemand jene jetzt kam kann kannst kaum kein keine keinem keinen keiner klar komme kommen kommt konnte konnten könnte
    könnten können lassen leider letzte letzten lässt mache machen macht machte mag mal man manche manchmal mehr mein meine
    meinem meinen meiner meines meist mich mir mit möchte mochte muss musste mussten müssen müsste nach nachdem natürlich
    neben nein neue neuen nicht nichts nie niemand noch nun nur ob obwohl oder oft ohne paar pro recht sage sagen sagt sagte
    schon sehr sein seine seinem seinen seiner seines seit selbst sich sie sieht sind so sogar solche solchen soll sollen
    sollte sollten sondern sonst sowie statt tun um und uns unser unsere unserem unseren unserer unter usw viel viele vielen
    vielleicht vom von vor vorher wann war wäre wären waren warum was wegen weil weiter weitere wenig weniger wenn wer werde
    werden wie wieder will wir wird wirklich wo wobei woher wohl wollen wollte wollten worden wurde wurden würde würden zu
    zum zur zurück zwar zwei zwischen zwischen über überhaupt
    null drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig sechzig siebzig
    achtzig neunzig hundert tausend million millionen erste ersten zweite zweiten dritte dritten halb halbe moment beispiel`,
  fr: `à afin ai aie ailleurs ainsi ait alors après as assez au aucun aucune abord aujourd'hui auquel aura aurait aussi autre autres aux
    avaient avais avait avant avec avez avoir avons ayant beaucoup bien bon bonne car ce ceci cela celle celles celui
    cependant certain certaine certains ces cet cette ceux chaque chez ci comme comment contre dans de
    déjà depuis derrière des desquels dessous dessus deux devant devrait dit dire dois doit doivent donc dont du duquel elle
    elles en encore enfin entre envers es est et étaient étais était étant été être eu eux fait faire faut fois font furent
    grand grande hors ici il ils je jusqu jusque juste la là laquelle le lequel les lesquels leur leurs lors
    lorsqu lorsque lui ma mais mal malgré me même mêmes merci mes mettre mieux moi moins mon ne ni non nos notre
    nôtre nous nouveau nouvelle on ont ou où oui par parce parfois parle parmi pas pendant petit petite peu peut peuvent plus
    plusieurs plutôt pour pourquoi pourrait pouvait pouvoir pouvons pris puis puisqu puisque qu quand que
    quel quelle quelles quelque quelques quels qui quoi rien sa sans sauf se selon sera serait seront ses seulement si
    sien soi soit sommes son sont sous souvent suis sur surtout ta tandis tant te tel telle tellement tels tes toi ton
    toujours tous tout toute toutes très trop trouve tu un une va vais venir vers veut veux voici voilà voir vont vos votre
    vôtre voudrais vous vraiment vu y
    zéro trois quatre cinq six sept huit neuf dix onze douze quinze vingt trente quarante cinquante soixante
    cent cents mille million millions premier première deuxième dernier dernière derniers dernières prochain prochaine moment exemple fois`,
  es: `a acá además ahí ahora al algo alguien algún alguna algunas alguno algunos allá allí ante antes aquel aquella aquellas
    aquello aquellos aquí así aún aunque bajo bastante bien buen buena bueno cada casi como cómo con contra cosa cosas creo
    cual cuál cuales cualquier cuando cuándo cuanto da dar de debe deben decir del demás desde después dice dicen dicho donde
    dónde dos durante e el él ella ellas ello ellos embargo en entonces entre era eran eres es esa esas ese eso esos está
    están estaba estaban estado estamos estar estas este esto estos estoy fue fueron fui gracias gran grande ha había habían
    haber habido hace hacen hacer hacia haciendo han has hasta hay haya he hecho hemos hizo hoy iba igual incluso ir la las
    le les lo los luego más mal me mejor menos mi mí mientras mis mismo misma mismos muy mucho mucha muchas muchos nada nadie
    ni ningún ninguna ninguno no nos nosotros nuestra nuestro nuestros nueva nuevo nunca o os otra otras otro otros para
    parece parte pero poca poco pocos podemos poder podía podría por porque pues pueda puede pueden puedo que qué quien quién
    quienes quiere quiero quizás sabe saber se sea según ser si sí sido siempre siendo sin sino so sobre sois solamente solo
    sólo somos son soy su sus suya suyo tal también tampoco tan tanto te tenemos tener tenía tengo ti tiene tienen toda todas
    todavía todo todos tres tu tú tus un una unas uno unos usted ustedes va vamos van varias varios veces ver vez voy y ya yo
    cero cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta cuarenta cincuenta sesenta
    cien ciento mil millón millones primer primera segundo segunda momento ejemplo`,
  it: `a abbiamo ad adesso agli ai al all alla alle allo allora altra altre altri altro anche ancora anni appena avere aveva avevano
    avete bene ben che chi ci ciò come con contro così cosa cose cui da dagli dai dal dall dalla dalle dallo davvero degli dei
    del dell della delle dello dentro di dice dire dopo dove due durante e è ed era erano essere fa fare fatto fino fra fuori già
    gli grande ha hai hanno ho i il in infatti insieme invece io la le lei li lo loro lui ma mai me meglio meno mentre mi mia
    mie miei mio molta molte molti molto ne negli nei nel nell nella nelle nello nessun nessuna nessuno niente no noi non nostra
    nostro nulla o ogni oggi ogni oppure ora per perché perciò però più poco poi possiamo possono può prima proprio qua qual
    quale quali qualche qualcosa qualcuno quando quanto quasi quel quell quella quelle quelli quello quest questa queste questi questo qui
    quindi sarà se sei sembra sempre senza si sia siamo siete solo sono sopra sotto stata state stati stato sta stesso su sua
    sue sugli sui sul sull sulla sulle suo suoi tale tanto te ti tra troppo tu tua tuo tutta tutte tutti tutto un una uno va
    vai verso vi viene voi volta vostra vostro
    zero tre quattro cinque sette otto nove dieci undici dodici quindici venti trenta quaranta cinquanta
    sessanta cento mille milione milioni primo secondo seconda momento esempio`,
  nl: `aan af al alle alleen alles als altijd ander andere anders ben bij bijna daar daarna dan dat de deze die dit doen doet door
    dus echt een eens eerst eigenlijk elk elke en er erg even gaan gaat gedaan geen geweest goed goede had hadden heb hebben
    hebt heeft heel hele hem hen het hier hij hoe hun iedereen iemand iets ik in is ja je jij jou jouw jullie kan komen komt
    kon kunnen laten maar maken maakt meer meest men met mij mijn misschien moet moeten mogen na naar net niemand niet niets
    nog nooit nu of om omdat onder ons ook op over paar per soms staat steeds te tegen tijdens toch toe toen tot tussen uit uw
    van vaak veel vind voor waar waarom wanneer want waren was wat we weer wel welke werd werden wie wil wilde worden wordt zal
    ze zeer zeggen zegt zei zelf zich zien zij zijn zo zoals zonder zou zouden
    nul twee drie vier vijf zes zeven acht negen tien elf twaalf twintig dertig veertig vijftig zestig honderd
    duizend miljoen eerste tweede derde half halve moment voorbeeld keer`,
  pt: `a à agora ai ainda além algo alguém algum alguma algumas alguns ali ambos ante antes ao aos apenas após aquela aquelas aquele
    aqueles aqui aquilo as às assim até bem boa bom cada coisa coisas com como contra da dá daquele das de dela dele deles
    demais depois desde dessa desse desta deste deve devem disse disso disto do dois dos e é ela elas ele eles em embora então
    entre era eram és essa essas esse esses esta está estão estar estava estavam estas este estes estou eu faz fazem fazer fez
    foi for foram fosse gente grande há havia isso isto já la lá lhe lhes lo mais mal mas me mesma mesmo mesmos meu meus minha
    minhas muita muitas muito muitos na nada não nas nem nenhum nenhuma ninguém no nos nós nossa nosso nova novo num numa nunca
    o onde os ou outra outras outro outros para parece pela pelas pelo pelos perante pode podem poder pois por porque porquê
    pouco primeiro quais qual qualquer quando quanto quase que quê quem quer quero se seja sem sempre sendo ser será seu seus
    sido sim so só sob sobre somos sou sua suas tal também tanto tão te tem têm temos tenho ter teu teve ti tinha toda todas
    todo todos três tu tua tudo um uma umas uns vai vamos vão vem ver vez você vocês vos
    zero quatro cinco seis sete oito nove dez onze doze quinze vinte trinta quarenta cinquenta sessenta cem
    cento mil milhão milhões primeira segundo segunda momento exemplo`,
  zh: `一 一下 一个 一些 一定 一样 一直 一种 一点 七 万 三 上 下 不 不会 不太 不是 不能 与 且 个 中 为 为了 为什么 之 之前 之后 也
    九 了 事情 二 于 于是 五 些 人家 什么 今天 从 他 他们 以 以前 以后 以及 们 件 会 但 但是 位 你 你们 使 例如 倒 候 做 八 六 其 其中
    其实 再 几 几乎 出 分 别 别的 到 前 前面 十 十分 千 半 却 去 又 及 只 只是 只有 可 可以 可是 可能 各 吃 同 后 后来 向 吗 吧 否则
    呀 呢 和 哦 哪 哪个 哪些 哪儿 哪里 啊 啦 喂 嗯 嘛 四 因 因为 因此 在 地 块 多 多少 大 大家 太 她 她们 好 好像 如 如何 如果 它 它们
    它的 完 完全 对 对于 将 小 少 尤其 就 就是 就算 已 已经 常 常常 年 并 并且 应该 度 开始 张 当 当时 很 很多 得 怎么 怎么样 怎样 总
    总是 想 意思 感觉 我 我们 我的 或 或者 所 所以 所有 才 打 把 拿 挺 按 据 换 接着 放 整个 新 方面 无 日 时 时候 时间 是 是不是 是否
    曾 曾经 更 最 最后 月 有 有些 有人 有时 有点 有点儿 有的 本 来 极 某 样 根本 次 正 正在 死 段 每 每个 每天 比 比如 比较 没 没有 然后
    然而 熟 片 特别 现在 甚至 用 由 由于 的 的话 的时候 直接 相当 看 看到 真 真是 真的 着 知道 离 种 突然 第一 等 等等 类 经 经常 给 继续
    而 而且 而是 能 能够 至 至于 自己 般 虽然 被 要 要求 觉得 认为 让 许多 说 请 谁 贵 起 起来 越 越来越 跟 路 过 还 还是 还有 这 这个
    这么 这些 这儿 这样 这种 这边 这里 进 连 通过 通常 遍 那 那个 那么 那些 那儿 那样 那边 那里 都 里 里面 重新 长 除了 随 零 非 非常 需要
    為 為什麼 這 這個 這些 這裡 個 們 我們 你們 他們 她們 什麼 怎麼 怎麼樣 誰 幾 嗎 還 還是 還有 沒 沒有 過 與 從 對 讓 給 會 應該 點
    時 時候 兩 两 後 裡 來 說 覺得 因為 雖然 然後 於 開始 現在 東西 东西 問題 长 很多 麼`,
  ja: `あっ あと あの あまり ある あり あれ い いい いう いえ いく いけ いた いっ いつ いつも いて いま います いる う うち え お および
    おり か かけ かなり から が き く くださ ください くらい くる くれ くん け けど けれど けれども こ ここ こちら こと この これ ご さ さえ
    さらに さん し しか しかし した して しまい しまう しまっ しよ する すれ ず ずっと せ せん そ そう そこ そして その それ それで たい ため
    たら たり だ だけ だっ だろ ちゃん ちょっと つ て で でき できる です でし でした では でも と とき とても とか ところ として とも どう どこ
    どの どれ な ない ないで なお なく なけれ なし なぜ など なに なっ なら なり なる に にくい にて に対して について によって ね の ので のに
    は はず ば ばかり ひと へ べき ほ ほう ほしい ほど ほとんど ぼく ま まし ました ましょ ます ませ ません また まだ まで まま み みたい みんな
    む め も もう もし もっと もの や やっ やっぱり やはり やり やる よ よう より よく よっ ら られ られる り る れ れる わ わけ わたし わり を
    ん 一つ 一人 一番 中 事 人 今 今回 今日 何 何か 使い 使う 使っ 僕 前 場合 年 彼 彼女 後 思い 思う 思っ 日 時 月 本当 本当に 私 者 自分
    行 行っ 見 言う 言っ 達 的 間 非常 欲しい 出 出来 出来る 分 点 感じ 感じる 方 多い 多 少し 少ない 一 二 三 四 五 六 七 八 九 十 百
    千 万 円 すぐ すごく すべて 全て 全部 特に 同じ`,
}

/** The stop words of each language, by its ISO 639-1 code. */
export const stopWords: Record<string, Set<string>> = Object.fromEntries(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
)

const enoughWords = 2

/** Guesses the language of a short text by its stop words; null if undecided. */
export function languageByStopWords(words: string[]): string | null {
  const hits = Object.entries(stopWords)
    .map(([language, stop]) => ({ language, count: words.filter((word) => stop.has(word)).length }))
    .sort((a, b) => b.count - a.count)
  const [first, second] = hits
  return first!.count >= enoughWords && first!.count > second!.count ? first!.language : null
}
