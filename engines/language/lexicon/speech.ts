/** The words by which a quotation is judged, in lower case and separated by spaces; `_` is a space within. */
export interface Speech {
  /** Says nothing anywhere. */
  hesitations: string
  /** Joins a sentence to the one before, and says nothing by itself. */
  joins: string
  /** Says nothing before a comma at the beginning of a sentence. */
  openers: string
  /** Says nothing after a comma at its end. */
  closers: string
  /** A sentence does not end with these. */
  unfinished: string
  /** Begins a clause that depends on another, also before it: “if”. */
  dependent: string
  /** Begins a clause that is always after another: “which”. */
  relative: string
  /** Begins such a clause after a noun and before a verb. */
  relativeAfterNouns?: string
  /** At the beginning, refers to an earlier sentence. */
  pronouns: string
  /** Refers to an earlier sentence before a verb; before a noun, it is an article. */
  demonstratives: string
  /** Other openings that refer to an earlier sentence. */
  dangling: RegExp
  /** Greetings, thanks, and talk about the conversation itself. */
  formalities: RegExp
  /** A question by its beginning, as speech recognition often leaves the question mark out. */
  asks: RegExp
  /** The next word is a verb. */
  subjects: string
  /** Verbs that have a subject in most sentences. */
  verbs: string
  /** Further verbs, by their endings, between “N” after a capital, else “n”, and the next word. */
  endings: RegExp
  /** Before a verb that has no subject: “to”. */
  infinitive: string
  /** The next word is no verb unless it is one of `verbs`. */
  beforeNouns: string
  /** The verb alone can be a sentence. */
  dropsSubjects?: true
}

/** The words of each language, by its ISO 639-1 code. */
export const speech: Record<string, Speech> = {
  en: {
    joins: "and but or so because 'cause cause cos well okay ok 'kay kay yeah plus then",
    openers: `hello hi hey um uh uhm er erm hmm hm mm mmm mm-hmm uh-huh mhm ah oh eh huh well so okay ok 'kay kay yeah yep yup yes no nope right alright
      sure exactly true now like basically actually anyway anyways and but or because 'cause cause cos then also plus look listen see
      honestly literally obviously you_know i_mean i_guess i_think i_suppose i_see you_see let's_see all_right of_course by_the_way
      kind_of sort_of that's_right that's_true very_good thank_you thanks sorry good great fine cool perfect wow`,
    closers: `um uh er hmm mm okay ok yeah right so then though anyway you_know i_mean i_guess i_think i_suppose i_presume i_believe
      or_something or_whatever or_so and_so_on and_stuff and_everything or_anything or_something_like_that and_things_like_that
      something_like_that and_stuff_like_that isn't_it doesn't_it aren't_they don't_you`,
    hesitations: `um uh uhm er erm hmm hm mm mmm mm-hmm uh-huh mhm ah oh eh huh`,
    unfinished: `a an the and or but because if that which who whose where when while of to in on at by for with from about into as like
      than is are was were be been am it's that's i'm you're we're they're i we they he my your our their its his her this these those
      can could will would shall should may might must very really so um uh er not just also kind sort`,
    dependent: 'if when while whereas although though unless until whether because',
    relative: 'which who whose whom',
    relativeAfterNouns: 'that',
    pronouns: 'it he she they him them',
    demonstratives: 'that this these those which',
    dangling:
      /^(?:(?:just )?that (?:i|it|you|we|they|he|she|the|there)|first|firstly|second|secondly|third|thirdly)\b|\b(?:like|as|what) i (?:said|was saying)|^(?:the other|another) (?:thing|one)|^(?:in|at|on|from|with|for|by) (?:that|this|those|these|which)\b/i,
    formalities:
      /\b(?:good (?:morning|afternoon|evening)|hello|hi (?:all|everyone|everybody|there|team)|welcome (?:to|back|every)|thanks? (?:you |a lot |so much |very much |everyone |again )?(?:for|all|everyone)|thank you|my name(?:'s| is)|nice to (?:meet|see)|(?:see|talk to|speak to) you|good ?bye|take care|have a (?:good|great|nice)|(?:best|kind|warm) (?:regards|wishes)|dear (?:all|sir|madam|team|mr|ms|mrs)|hope (?:you are|you're|this (?:email|finds))|next meeting|(?:this|our|first|last) meeting|agenda|any (?:other |more |further )?questions?|move on|moving on|get started|wrap up|share my screen|(?:can|do) you (?:all )?(?:hear|see) (?:me|my)|on mute|unmute|recording|let me (?:just )?(?:share|start|see|know)|(?:i'm|i am) (?:going to|gonna) (?:ask|start|draw|share)|i(?:'d| would) like to (?:welcome|thank|start|introduce|hear|hand)|introduce (?:myself|yourself|ourselves)|(?:today|now|next) (?:we|i)(?:['’](?:re|m|ll)| are| am| will)|as you (?:can see|already know|know|probably|also)|you(?:'ll| will) (?:get|receive)|i don't know|i have no idea|what (?:do|did) you|tell (?:me|us)|how about you|your turn|sounds good|makes sense|attached (?:is|please|you)|please find|feel free|look(?:ing)? forward|get back to you)\b|^(?:let's|let us|please|shall we|ask|go ahead)\b/i,
    asks: /^(?:(?:what|why|how|where|who|which)(?:['’]s|['’]re|\s+(?:is|are|was|were|do|does|did|can|could|would|should|will|kind|sort|about|if|else))|(?:do|does|did|is|are|was|were|can|could|would|should|will|have|has|shall|may)\s+(?:i|you|we|they|he|she|it|there|that|this|anyone|anybody|everyone|your|any))\b/i,
    subjects: 'i you we they he she it who everyone everybody nobody someone people',
    verbs: `am is are was were isn't aren't wasn't weren't has have had hasn't haven't hadn't do does did don't doesn't didn't can could
      can't cannot couldn't will would won't wouldn't shall should shouldn't may might must mustn't needs needed wants wanted want think
      thinks thought know knows knew likes loves hates uses get gets got make makes made take takes took go goes went come comes came see
      sees saw finds found feel feels felt seem seems say says said tells told keep keeps kept give gives gave helps lets becomes became
      begins began ran loses lost paid buys bought costs means meant expect expects prefer prefers believe believes depends remains stays
      happens happen leads led brings brought allow allows require requires include includes suggests agree agrees shows grows grew fell
      breaks broke waits spends spent sends sent takes works looks sounds gotta gonna wanna ain't you're we're they're i'm i've you've
      we've they've i'd you'd we'd they'd i'll you'll we'll they'll it's that's there's he's she's it'll that'll it'd`,
    endings:
      /^. [a-z]{2,}(?:ed |[^suix]s (?:an?|the|my|our|your|his|her|its|their|me|us|you|it|them|this|these|every|all|any|no|not|too|very|so|quite|more|less|much|only|well|badly|faster|up|down|out|off|away|back|over|to|when|whenever|if|because|like|that|how|what|[a-z]+ly)$)/,
    infinitive: 'to',
    beforeNouns:
      'to a an the my your our their his her its this that these those some any no of in on at for with by from',
  },
  de: {
    joins: 'und aber oder denn weil also ja',
    openers: `hallo moin äh ähm ehm öh hm hmm mhm aha ach ah oh na ja nein doch genau gut okay ok also so und aber oder denn weil dann nun jetzt
      naja tja eben halt quasi sozusagen eigentlich ehrlich_gesagt ich_mein ich_meine ich_glaube ich_denke weißt_du wissen_sie sagen_wir
      na_ja auch stimmt klar natürlich danke super prima`,
    closers: `äh ähm hm ja ne nicht_wahr oder okay halt so oder_so und_so und_so_weiter oder_so_was weißt_du sag_ich_mal glaube_ich`,
    hesitations: 'äh ähm ehm öh hm hmm mhm aha ach ah oh',
    unfinished: `der die das ein eine einen einem einer und oder aber weil dass ob wenn als von zu in im am an auf für mit bei nach über
      unter vor zum zur sehr ich wir sie er mein meine unser äh ähm wie den dem des`,
    dependent: 'ob wenn weil obwohl nachdem bevor falls welche welcher welches',
    relative: 'dass sodass',
    pronouns: 'er sie es',
    demonstratives:
      'das dies der die da dort dadurch damit dafür dagegen daran darauf darum deshalb deswegen dabei davon dazu außerdem trotzdem so',
    dangling: /^(?:zum einen|zum anderen|erstens|zweitens)\b/i,
    formalities:
      /\b(?:guten (?:morgen|tag|abend)|hallo|willkommen|vielen dank|danke (?:für|ihnen|euch|schön)|mein name ist|ich heiße|auf wiedersehen|tschüss|bis (?:bald|dann|morgen|zum nächsten)|freundlichen grüßen|viele grüße|sehr geehrte|liebe (?:kolleg|alle|frau)|tagesordnung|nächste (?:sitzung|besprechung)|agenda|noch fragen|fangen wir an|können sie mich hören|keine ahnung|erzählen sie|was meinen sie|schön, dass sie|im anhang|anbei|ich (?:würde|möchte) (?:gern|gerne)? ?(?:anfangen|beginnen|vorstellen|fragen))/i,
    asks: /^(?:(?:was|warum|wieso|wie|wo|wer|wann)\s+(?:ist|sind|war|waren|hat|haben|kann|können|machen|meinen|denken|halten|würden|wäre)|(?:haben|hast|können|kannst|würden|ist|sind|möchten|wollen)\s+(?:sie|du|ihr|das|es))\b/i,
    subjects: 'ich du er wir ihr man wer',
    verbs: `ist sind war waren bin bist wird werden wurde wurden würde würden hat haben hatte hatten hätte hätten habe kann können konnte
      konnten könnte könnten muss müssen musste mussten müsste soll sollen sollte sollten will wollen wollte wollten darf dürfen durfte
      mag möchte mögen geht gehen ging gibt gab kommt kommen kam macht machen machte finde findet finden fand glaube denke meine sagt sagte
      steht stehen stand liegt lag bleibt blieb fehlt fehlen fehlte braucht brauchen brauche hält hielt läuft lief nimmt nahm sieht sah
      weiß wissen wusste bekommt bekam lässt ließ heißt dauert dauerte kostet kostete funktioniert funktionierte gefällt hilft half wäre
      wären wünsche wünschen nutze nutzen nutzt`,
    endings:
      /^. (?:[a-zäöüß]{3}t|[a-zäöüß]{2}(?:te|ten|st)|(?:be|emp|ent|er|ge|miss|unter|ver|über|zer)?(?:aß|bat|begann|bog|bot|brach|brachte|dachte|fand|fiel|fing|fuhr|galt|ging|griff|half|hielt|hieß|hing|kam|kannte|lag|las|lief|ließ|nahm|rief|riss|sah|saß|schien|schlief|schloss|schnitt|schrieb|schwieg|sprach|sprang|stand|starb|stieg|stritt|tat|traf|trank|trat|trieb|trug|verlor|warf|wuchs|wusste|zog|zwang)(?:en|t)?) |^N [a-zäöüß]+en /,
    infinitive: 'zu',
    beforeNouns: 'zu der die das den dem des ein eine einen einem einer mein meine im in am vom zum zur',
  },
  fr: {
    joins: 'et mais ou car alors donc ben bah du_coup parce_que puis ensuite',
    openers: `bonjour bonsoir salut euh heu hum hmm ah oh eh ben bah bon bien alors donc oui ouais non si voilà enfin et mais ou car puis ensuite d'accord ok okay
      genre franchement bref quoi accord effectivement en_fait tu_sais vous_savez je_veux_dire je_pense je_crois je_trouve du_coup parce_que
      c'est_vrai bien_sûr merci exactement`,
    closers: `euh quoi voilà hein non ouais oui donc en_fait tu_sais vous_savez je_pense je_crois et_tout ou_quoi`,
    hesitations: 'euh heu hum hmm ah oh eh ben bah',
    unfinished: `le la les un une des du de d et ou mais que qui dont où à au aux en dans sur pour par avec sans je tu il elle on nous vous
      ils elles ce cette mon ma mes très euh donc car si`,
    dependent: 'où quand lorsqu lorsque puisqu puisque s si comme tandis',
    relative: 'qu que qui dont lequel laquelle lesquels',
    pronouns: 'il elle ils elles ça cela ceci celui celle ceux celles',
    demonstratives: 'ce c',
    dangling: /^(?:d['’]abord|ensuite|deuxièmement|pour (?:ça|cela))\b/i,
    formalities:
      /\b(?:bonjour|bonsoir|salut|bienvenue|merci|je m['’]appelle|au revoir|à (?:bientôt|demain|la prochaine)|cordialement|madame, monsieur|cher(?:s|e|es)? (?:tous|collègues|client)|ordre du jour|prochaine réunion|des questions|on (?:va )?commence|vous m['’]entendez|je ne sais pas|je sais pas|racontez|dites-moi|qu['’]en pensez|ci-joint|n['’]hésitez)/i,
    asks: /^(?:(?:qu['’]est-ce|est-ce|pourquoi|comment|où|quand|combien|quel(?:le)?s?)\b|(?:avez|pouvez|pensez|êtes|souhaitez)-vous\b)/i,
    subjects: 'je j tu on nous vous il elle ils elles',
    verbs: `est sont était étaient suis es êtes sommes sera seront serait seraient a ont avait avaient ai as avons avez aura auront aurait
      fait font faisait fera peut peuvent pouvait pourrait doit doivent devait devrait veut veulent voulait voudrait voudrais va vont
      allait vais faut fallait faudrait trouve trouvons pense pensons crois sait savent savait vient viennent prend prennent met mettent
      reste restent manque manquent marche marchent fonctionne fonctionnent coûte coûtent inquiète demandons demande demandent aime aiment`,
    endings: /^. \p{L}*(?:[a-zéèêç]{3}(?:ait|aient|ons|ez|ent|era|eront|é|ée|és)) /u,
    infinitive: '',
    beforeNouns: 'le la l les un une des du de d à au aux mon ma mes ce cette son sa ses en pour par',
  },
  es: {
    joins: 'y e pero o porque pues entonces luego',
    openers: `hola eh ehm em este pues bueno bien vale sí no ah oh mmm entonces y pero o porque luego así claro o_sea es_que mira oye digamos
      la_verdad de_hecho en_fin ya_sabes creo_que yo_creo_que gracias exacto también`,
    closers: `eh no vale sabes o_sea y_todo y_eso creo digamos entonces`,
    hesitations: 'eh ehm em mmm ah oh',
    unfinished: `el la los las un una unos unas de del y o pero que a al en con por para sin sobre mi tu su muy como si porque eh este yo`,
    dependent: 'quien donde cuando si aunque mientras como porque',
    relative: 'que cuyo cual',
    pronouns: 'él ella ellos ellas eso esto aquello',
    demonstratives: 'ese esa esos esas este esta',
    dangling: /^(?:primero|segundo|además|por (?:eso|ello|esto)|lo (?:mismo|que))\b/i,
    formalities:
      /\b(?:buenos días|buenas (?:tardes|noches)|hola|bienvenid|gracias|me llamo|mi nombre es|adiós|hasta (?:luego|mañana|pronto)|saludos|estimad|orden del día|próxima reunión|alguna pregunta|empezamos|me (?:oyes|escuchan)|no (?:lo )?sé|cuénteme|cuéntame|qué (?:opina|piensa)|adjunto)/i,
    asks: /^¿|^(?:qué|cómo|por qué|dónde|quién|cuándo|cuánto)\s/i,
    subjects: 'yo nosotros él ella ellos usted ustedes se',
    verbs: `es son era eran soy fue fueron será serán sería está están estaba estaban estoy estuvo ha han había habían he hay hubo tiene
      tienen tenía tenían tengo tuvo puede pueden podía podría puedo pudo debe deben debería hace hacen hacía hizo va van iba voy quiere
      quieren quería quiero quisiera dice dicen dijo parece parecen creo cree pienso sabe saben sé viene vienen da dan dio pone falta
      faltan funciona funcionan gusta gustan gustaría necesita necesitan necesito cuesta cuestan siguen sigue queda quedan tarda llegó
      esperé explicó`,
    endings: /^. \p{L}*(?:[a-zñ]{2}(?:aba|aban|ía|ían|ó|é|aron|ieron|amos|emos|imos|ará|erá|irá)) /u,
    infinitive: '',
    beforeNouns: 'el la los las un una de del a al su mi tu en por para con',
    dropsSubjects: true,
  },
  it: {
    joins: 'e ma o perché quindi allora poi',
    openers: `ciao salve buongiorno buonasera ehm eh uhm mah beh boh ah oh allora quindi dunque e ma o perché poi sì no ok okay bene va_bene cioè insomma diciamo in_realtà
      penso credo secondo_me guarda senti ecco certo esatto grazie anche`,
    closers: `eh no ecco insomma cioè diciamo giusto quindi`,
    hesitations: 'ehm eh uhm mah beh ah oh',
    unfinished: `il lo la i gli le un uno una di del della dei e o ma che a al in nel con per da su se come molto io ehm`,
    dependent: 'chi dove quando se mentre sebbene come perché',
    relative: 'che cui quale',
    pronouns: 'lui lei loro ciò',
    demonstratives: 'questo quello questa quella questi quelle',
    dangling: /^(?:primo|secondo|inoltre|per questo)\b/i,
    formalities:
      /\b(?:buongiorno|buonasera|ciao|salve|benvenut|grazie|mi chiamo|arrivederci|a (?:presto|domani)|cordiali saluti|gentile|ordine del giorno|prossima riunione|domande|cominciamo|mi sentite|non (?:lo )?so|mi racconti|in allegato)/i,
    asks: /^(?:che cosa|cosa|come mai|perché non|dove|chi|quando)\s+(?:è|sono|ha|fa|pensa|ne)\b/i,
    subjects: 'io noi lui lei loro si',
    verbs: `è sono era erano sei siamo sarà saranno sarebbe ha hanno aveva avevano ho abbiamo avrà può possono poteva potrebbe posso deve
      devono doveva dovrebbe fa fanno faceva farà va vanno andava vuole vogliono voleva vorrei vorrebbe dice dicono sembra sembrano penso
      credo crede so sa sanno viene vengono dà danno mette manca mancano funziona funzionano piace piacciono serve servono costa costano
      resta bisogna`,
    endings: /^. \p{L}*(?:[a-z]{2}(?:ava|avano|eva|evano|iva|ivano|ò|arono|erono|irono|iamo|ano|ono)) /u,
    infinitive: '',
    beforeNouns: 'il lo la l i gli le un una di del della a al in nel con per da su',
    dropsSubjects: true,
  },
  nl: {
    joins: 'en maar of want dus nou ja',
    openers: `hallo hoi eh ehm uh uhm hm hmm ja nee nou goed oké ok dus en maar of want toen dan ook eigenlijk gewoon zeg_maar weet_je ik_bedoel ik_denk
      ik_vind precies klopt oh ah bedankt kijk`,
    closers: `eh hè ja toch ofzo of_zo zeg_maar weet_je enzo en_zo dus`,
    hesitations: 'eh ehm uh uhm hm hmm oh ah',
    unfinished: `de het een en of maar dat die van te in op aan met voor bij naar om als ik we wij ze hij mijn heel eh dus zijn`,
    dependent: 'dat die als wanneer terwijl hoewel omdat of toen waar',
    relative: 'zodat',
    pronouns: 'hij zij ze het',
    demonstratives: 'dat dit die daar daarom er',
    dangling: /^(?:ten eerste|ten tweede|bovendien)\b/i,
    formalities:
      /\b(?:goede(?:morgen|middag|navond)|goeiemorgen|hallo|welkom|dank|bedankt|mijn naam is|ik heet|tot ziens|tot (?:morgen|volgende)|met vriendelijke groet|beste (?:allemaal|collega)|geachte|agenda|volgende vergadering|nog vragen|hoor je me|geen idee|vertel|bijgevoegd)/i,
    asks: /^(?:(?:wat|waarom|hoe|waar|wie|wanneer)\s+(?:is|zijn|was|heeft|vind|vindt|vinden|doe|doet|kan)|(?:heb|hebt|heeft|kun|kunt|wil|wilt|vind|vindt|ben|bent)\s+(?:je|jij|u|jullie))\b/i,
    subjects: 'ik jij je hij zij ze wij we u men',
    verbs: `is zijn was waren ben bent wordt worden werd werden heeft hebben had hadden heb kan kunnen kon konden moet moeten moest zal zullen
      zou zouden wil willen wilde mag gaat gaan ging komt komen kwam doet doen deed maakt maken vind vindt vinden vond denk denkt zegt zei
      staat stond ligt blijft bleef geeft gaf weet werkt werken werkte duurt duurde kost kostte krijgt kreeg laat ziet zag lijkt`,
    endings: /^. \p{L}*(?:[a-z]{3}t|[a-z]{3}(?:de|te|den|ten)) /u,
    infinitive: 'te',
    beforeNouns: 'te de het een mijn ons hun dit dat deze die van in op met',
  },
  pt: {
    joins: 'e mas ou porque então aí depois',
    openers: `olá oi é eh hum ah oh então e mas ou porque bom bem olha olhe pois sim não ok tá assim aí né tipo na_verdade quer_dizer acho_que
      eu_acho_que sabe certo claro obrigado obrigada também exato`,
    closers: `né sabe tá certo então tipo não_é entendeu`,
    hesitations: 'eh hum ah oh',
    unfinished: `o a os as um uma de do da dos das e ou mas que em no na com por para sem meu minha muito como se porque eu`,
    dependent: 'quem onde quando se embora enquanto como porque',
    relative: 'que cujo qual',
    pronouns: 'ele ela eles elas isso isto aquilo',
    demonstratives: 'esse essa esses essas este esta',
    dangling: /^(?:primeiro|segundo|além disso|por isso)\b/i,
    formalities:
      /\b(?:bom dia|boa (?:tarde|noite)|olá|oi|bem-vind|obrigad|meu nome é|me chamo|chamo-me|tchau|até (?:logo|amanhã)|atenciosamente|prezad|cumprimentos|ordem do dia|próxima reunião|alguma pergunta|vamos começar|não sei|conte-me|em anexo)/i,
    asks: /^(?:o que|por que|como|onde|quem|quando|quanto)\s+(?:é|são|você|vocês|acha|foi|está)\b/i,
    subjects: 'eu nós ele ela eles elas você vocês se',
    verbs: `é são era eram sou foi foram será serão seria está estão estava estavam estou esteve tem têm tinha tinham tenho teve há havia
      houve pode podem podia poderia posso deve devem deveria faz fazem fazia fez vai vão ia vou quer querem queria quero diz dizem disse
      parece parecem acho acha sabe sabem sei vem vêm dá dão deu falta faltam funciona funcionam gosto gosta gostam gostaria precisa
      precisam preciso custa custam fica ficam ficou continua continuam demora`,
    endings: /^. \p{L}*(?:[a-z]{2}(?:ava|avam|ia|iam|ou|eu|iu|aram|eram|iram|amos|emos|imos)) /u,
    infinitive: '',
    beforeNouns: 'o a os as um uma de do da em no na por para com ao meu minha',
    dropsSubjects: true,
  },
}
