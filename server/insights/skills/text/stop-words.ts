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
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million second third half`,
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
    achtzig neunzig hundert tausend million millionen erste ersten zweite zweiten dritte dritten halb halbe`,
  fr: `à afin ai aie ailleurs ainsi ait alors après as assez au aucun aucune aujourd'hui auquel aura aurait aussi autre autres aux
    avaient avais avait avant avec avez avoir avons ayant beaucoup bien bon bonne c'est car ce ceci cela celle celles celui
    cependant certain certaine certains ces cet cette ceux chaque chez ci comme comment contre d'abord d'un d'une dans de
    déjà depuis derrière des desquels dessous dessus deux devant devrait dit dire dois doit doivent donc dont du duquel elle
    elles en encore enfin entre envers es est et étaient étais était étant été être eu eux fait faire faut fois font furent
    grand grande hors ici il ils j'ai je jusqu'à jusque juste l'on la là laquelle le lequel les lesquels leur leurs lors
    lorsque lui m'a ma mais mal malgré me même mêmes merci mes mettre mieux moi moins mon n'a n'ai n'est ne ni non nos notre
    nôtre nous nouveau nouvelle on ont ou où oui par parce parfois parle parmi pas pendant petit petite peu peut peuvent plus
    plusieurs plutôt pour pourquoi pourrait pouvait pouvoir pouvons pris puis puisque qu'elle qu'il qu'ils qu'on quand que
    quel quelle quelles quelque quelques quels qui quoi rien s'est sa sans sauf se selon sera serait seront ses seulement si
    sien soi soit sommes son sont sous souvent suis sur surtout t'a ta tandis tant te tel telle tellement tels tes toi ton
    toujours tous tout toute toutes très trop trouve tu un une va vais venir vers veut veux voici voilà voir vont vos votre
    vôtre voudrais vous vraiment vu y
    zéro trois quatre cinq six sept huit neuf dix onze douze quinze vingt trente quarante cinquante soixante
    cent mille million millions premier première deuxième`,
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
    cien ciento mil millón millones primer primera segundo segunda`,
  it: `a abbiamo ad adesso agli ai al alla alle allo allora altra altre altri altro anche ancora anni appena avere aveva avevano
    avete bene ben c'è che chi ci ciò come con contro così cosa cose cui da dagli dai dal dalla dalle dallo davvero degli dei
    del della delle dello dentro di dice dire dopo dove due durante e è ed era erano essere fa fare fatto fino fra fuori già
    gli grande ha hai hanno ho i il in infatti insieme invece io la le lei li lo loro lui ma mai me meglio meno mentre mi mia
    mie miei mio molta molte molti molto ne negli nei nel nella nelle nello nessun nessuna nessuno niente no noi non nostra
    nostro nulla o ogni oggi ogni oppure ora per perché perciò però più poco poi possiamo possono può prima proprio qua qual
    quale quali qualche qualcosa qualcuno quando quanto quasi quel quella quelle quelli quello questa queste questi questo qui
    quindi sarà se sei sembra sempre senza si sia siamo siete solo sono sopra sotto stata state stati stato sta stesso su sua
    sue sugli sui sul sulla sulle suo suoi tale tanto te ti tra troppo tu tua tuo tutta tutte tutti tutto un un'altra una uno va
    vai verso vi viene voi volta vostra vostro
    zero tre quattro cinque sette otto nove dieci undici dodici quindici venti trenta quaranta cinquanta
    sessanta cento mille milione milioni primo secondo seconda`,
  nl: `aan af al alle alleen alles als altijd ander andere anders ben bij bijna daar daarna dan dat de deze die dit doen doet door
    dus echt een eens eerst eigenlijk elk elke en er erg even gaan gaat gedaan geen geweest goed goede had hadden heb hebben
    hebt heeft heel hele hem hen het hier hij hoe hun iedereen iemand iets ik in is ja je jij jou jouw jullie kan komen komt
    kon kunnen laten maar maken maakt meer meest men met mij mijn misschien moet moeten mogen na naar net niemand niet niets
    nog nooit nu of om omdat onder ons ook op over paar per soms staat steeds te tegen tijdens toch toe toen tot tussen uit uw
    van vaak veel vind voor waar waarom wanneer want waren was wat we weer wel welke werd werden wie wil wilde worden wordt zal
    ze zeer zeggen zegt zei zelf zich zien zij zijn zo zoals zonder zou zouden
    nul twee drie vier vijf zes zeven acht negen tien elf twaalf twintig dertig veertig vijftig zestig honderd
    duizend miljoen eerste tweede derde half halve`,
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
    cento mil milhão milhões primeira segundo segunda`,
}

/** By ISO 639-1. */
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
