/** The expressions by which a quotation is judged, besides the words of its language in `word-lists.tsv`. */
export interface Speech {
  /** Openings that refer to an earlier sentence, besides pronouns. */
  dangling: RegExp
  /** Greetings, thanks, and talk about the conversation itself. */
  formalities: RegExp
  /** A question by its beginning, as speech recognition often leaves the question mark out. */
  asks: RegExp
  /** Verbs that are not listed, between “N” after a capital, else “n”, and the next word. */
  endings: RegExp
  /** The verb alone can be a sentence. */
  dropsSubjects?: true
}

/** The expressions of each language, by its ISO 639-1 code. */
export const speech: Record<string, Speech> = {
  en: {
    dangling:
      /^(?:(?:just )?that (?:i|it|you|we|they|he|she|the|there)|first|firstly|second|secondly|third|thirdly)\b|\b(?:like|as|what) i (?:said|was saying)|^(?:the other|another) (?:thing|one)|^(?:in|at|on|from|with|for|by) (?:that|this|those|these|which)\b/i,
    formalities:
      /\b(?:good (?:morning|afternoon|evening)|hello|hi (?:all|everyone|everybody|there|team)|welcome (?:to|back|every)|thanks? (?:you |a lot |so much |very much |everyone |again )?(?:for|all|everyone)|thank you|my name(?:'s| is)|nice to (?:meet|see)|(?:see|talk to|speak to) you|good ?bye|take care|have a (?:good|great|nice)|(?:best|kind|warm) (?:regards|wishes)|dear (?:all|sir|madam|team|mr|ms|mrs)|hope (?:you are|you're|this (?:email|finds))|next meeting|(?:this|our|first|last) meeting|agenda|any (?:other |more |further )?questions?|move on|moving on|get started|wrap up|share my screen|(?:can|do) you (?:all )?(?:hear|see) (?:me|my)|on mute|unmute|recording|let me (?:just )?(?:share|start|see|know)|(?:i'm|i am) (?:going to|gonna) (?:ask|start|draw|share)|i(?:'d| would) like to (?:welcome|thank|start|introduce|hear|hand)|introduce (?:myself|yourself|ourselves)|(?:today|now|next) (?:we|i)(?:['’](?:re|m|ll)| are| am| will)|as you (?:can see|already know|know|probably|also)|you(?:'ll| will) (?:get|receive)|i don't know|i have no idea|what (?:do|did) you|tell (?:me|us)|how about you|your turn|sounds good|makes sense|attached (?:is|please|you)|please find|feel free|look(?:ing)? forward|get back to you)\b|^(?:let's|let us|please|shall we|ask|go ahead)\b/i,
    asks: /^(?:(?:what|why|how|where|who|which)(?:['’]s|['’]re|\s+(?:is|are|was|were|do|does|did|can|could|would|should|will|kind|sort|about|if|else))|(?:do|does|did|is|are|was|were|can|could|would|should|will|have|has|shall|may)\s+(?:i|you|we|they|he|she|it|there|that|this|anyone|anybody|everyone|your|any))\b/i,
    endings:
      /^. [a-z]{2,}(?:ed |[^suix]s (?:an?|the|my|our|your|his|her|its|their|me|us|you|it|them|this|these|every|all|any|no|not|too|very|so|quite|more|less|much|only|well|badly|faster|up|down|out|off|away|back|over|to|when|whenever|if|because|like|that|how|what|[a-z]+ly)$)/,
  },
  de: {
    dangling: /^(?:zum einen|zum anderen|erstens|zweitens)\b/i,
    formalities:
      /\b(?:guten (?:morgen|tag|abend)|hallo|willkommen|vielen dank|danke (?:für|ihnen|euch|schön)|mein name ist|ich heiße|auf wiedersehen|tschüss|bis (?:bald|dann|morgen|zum nächsten)|freundlichen grüßen|viele grüße|sehr geehrte|liebe (?:kolleg|alle|frau)|tagesordnung|nächste (?:sitzung|besprechung)|agenda|noch fragen|fangen wir an|können sie mich hören|keine ahnung|erzählen sie|was meinen sie|schön, dass sie|im anhang|anbei|ich (?:würde|möchte) (?:gern|gerne)? ?(?:anfangen|beginnen|vorstellen|fragen))/i,
    asks: /^(?:(?:was|warum|wieso|wie|wo|wer|wann)\s+(?:ist|sind|war|waren|hat|haben|kann|können|machen|meinen|denken|halten|würden|wäre)|(?:haben|hast|können|kannst|würden|ist|sind|möchten|wollen)\s+(?:sie|du|ihr|das|es))\b/i,
    endings:
      /^. (?:[a-zäöüß]{3}t|[a-zäöüß]{2}(?:te|ten|st)|(?:be|emp|ent|er|ge|miss|unter|ver|über|zer)?(?:aß|bat|begann|bog|bot|brach|brachte|dachte|fand|fiel|fing|fuhr|galt|ging|griff|half|hielt|hieß|hing|kam|kannte|lag|las|lief|ließ|nahm|rief|riss|sah|saß|schien|schlief|schloss|schnitt|schrieb|schwieg|sprach|sprang|stand|starb|stieg|stritt|tat|traf|trank|trat|trieb|trug|verlor|warf|wuchs|wusste|zog|zwang)(?:en|t)?) |^N [a-zäöüß]+en /,
  },
  fr: {
    dangling: /^(?:d['’]abord|ensuite|deuxièmement|pour (?:ça|cela))\b/i,
    formalities:
      /\b(?:bonjour|bonsoir|salut|bienvenue|merci|je m['’]appelle|au revoir|à (?:bientôt|demain|la prochaine)|cordialement|madame, monsieur|cher(?:s|e|es)? (?:tous|collègues|client)|ordre du jour|prochaine réunion|des questions|on (?:va )?commence|vous m['’]entendez|je ne sais pas|je sais pas|racontez|dites-moi|qu['’]en pensez|ci-joint|n['’]hésitez)/i,
    asks: /^(?:(?:qu['’]est-ce|est-ce|pourquoi|comment|où|quand|combien|quel(?:le)?s?)\b|(?:avez|pouvez|pensez|êtes|souhaitez)-vous\b)/i,
    endings: /^. \p{L}*(?:[a-zéèêç]{3}(?:ait|aient|ons|ez|ent|era|eront|é|ée|és)) /u,
  },
  es: {
    dangling: /^(?:primero|segundo|además|por (?:eso|ello|esto)|lo (?:mismo|que))\b/i,
    formalities:
      /\b(?:buenos días|buenas (?:tardes|noches)|hola|bienvenid|gracias|me llamo|mi nombre es|adiós|hasta (?:luego|mañana|pronto)|saludos|estimad|orden del día|próxima reunión|alguna pregunta|empezamos|me (?:oyes|escuchan)|no (?:lo )?sé|cuénteme|cuéntame|qué (?:opina|piensa)|adjunto)/i,
    asks: /^¿|^(?:qué|cómo|por qué|dónde|quién|cuándo|cuánto)\s/i,
    endings: /^. \p{L}*(?:[a-zñ]{2}(?:aba|aban|ía|ían|ó|é|aron|ieron|amos|emos|imos|ará|erá|irá)) /u,
    dropsSubjects: true,
  },
  it: {
    dangling: /^(?:primo|secondo|inoltre|per questo)\b/i,
    formalities:
      /\b(?:buongiorno|buonasera|ciao|salve|benvenut|grazie|mi chiamo|arrivederci|a (?:presto|domani)|cordiali saluti|gentile|ordine del giorno|prossima riunione|domande|cominciamo|mi sentite|non (?:lo )?so|mi racconti|in allegato)/i,
    asks: /^(?:che cosa|cosa|come mai|perché non|dove|chi|quando)\s+(?:è|sono|ha|fa|pensa|ne)\b/i,
    endings: /^. \p{L}*(?:[a-z]{2}(?:ava|avano|eva|evano|iva|ivano|ò|arono|erono|irono|iamo|ano|ono)) /u,
    dropsSubjects: true,
  },
  nl: {
    dangling: /^(?:ten eerste|ten tweede|bovendien)\b/i,
    formalities:
      /\b(?:goede(?:morgen|middag|navond)|goeiemorgen|hallo|welkom|dank|bedankt|mijn naam is|ik heet|tot ziens|tot (?:morgen|volgende)|met vriendelijke groet|beste (?:allemaal|collega)|geachte|agenda|volgende vergadering|nog vragen|hoor je me|geen idee|vertel|bijgevoegd)/i,
    asks: /^(?:(?:wat|waarom|hoe|waar|wie|wanneer)\s+(?:is|zijn|was|heeft|vind|vindt|vinden|doe|doet|kan)|(?:heb|hebt|heeft|kun|kunt|wil|wilt|vind|vindt|ben|bent)\s+(?:je|jij|u|jullie))\b/i,
    endings: /^. \p{L}*(?:[a-z]{3}t|[a-z]{3}(?:de|te|den|ten)) /u,
  },
  pt: {
    dangling: /^(?:primeiro|segundo|além disso|por isso)\b/i,
    formalities:
      /\b(?:bom dia|boa (?:tarde|noite)|olá|oi|bem-vind|obrigad|meu nome é|me chamo|chamo-me|tchau|até (?:logo|amanhã)|atenciosamente|prezad|cumprimentos|ordem do dia|próxima reunião|alguma pergunta|vamos começar|não sei|conte-me|em anexo)/i,
    asks: /^(?:o que|por que|como|onde|quem|quando|quanto)\s+(?:é|são|você|vocês|acha|foi|está)\b/i,
    endings: /^. \p{L}*(?:[a-z]{2}(?:ava|avam|ia|iam|ou|eu|iu|aram|eram|iram|amos|emos|imos)) /u,
    dropsSubjects: true,
  },
}
