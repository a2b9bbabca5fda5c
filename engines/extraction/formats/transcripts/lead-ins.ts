/** Words that introduce a remark or a value (`Note: …`, `Price: 12`) and recur in lists; in the languages of most uploads. */
const words = new Set(
  `abbildung abendessen abschnitt absent absents abwesend achtung actie actiepunten acties action actions actual added
    address adresse advantage after afternoon agenda alt amount an anmerkung anmerkungen antonym anwesend apologies
    arguments asistentes assenti asunto attendance attendees attention aufgabe aufgaben ausentes avantages aviso bcc
    bedeutung bedingungen before begin beginn begriff beispiel beispiele bereiding beschluss beschlüsse beschreibung
    besluit besluiten betrag betreff bewertung brand breakfast bridge bug cantidad capítulo category caution cc
    chancen changed chapitre chapter chorus city color comentario comment commentaire comments commit company con
    conclusion conclusions cons contact contra cost coste costo costs couleur country coût coûts data database date
    datum dauer day deadline debug december decision decisione decisiones decisions decisión decisão default
    definition definitions deprecated description desventajas dienstag dimanche dimensions dinner dirección
    directions disadvantage domingo donnerstag duración durata duration durée début décision décisions education
    elapsed email end ende entscheidung entschuldigt ergebnis ergebnisse erreur error errors esempio evening example
    examples exception excusés exemple exemples exemplo exercise expected experience farbe fatal fax fazit february
    fecha fehler figure finding findings finish fix fixed freitag fri friday frist from frühstück fällig förderung
    gewicht given goal goals größe heure hint hinweis hinweise hobbies homework hora id important importe importo
    indirizzo info ingredient ingredientes ingredienti ingredients ingrediënten ingrédients inicio input insight
    insights invited items jahr january jeudi jueves july kapitel kategorie keywords kommentar kosten language
    languages lien lieu link links location lugar lunch lundi lunes luogo lösung march mardi martes material meaning
    menge mercredi merge method minus minutes mittagessen mittwoch miércoles model mon monat monday montag montant
    month morning nachher nachteil name nb neu new night nota notas note notes november objectif objet october
    oggetto old onderwerp opportunities opportunity ora ort output owner parameters participants paso password peso
    phone place plus poids port precio precios preis preise preparación preparation preparazione presentes presenti
    preço price prices pricing priority prix pro problem problema problème protokoll préparation présents ps
    quantity quantità quantité quelle quellen quote rating re recommendation recommendations reference references
    refrain remarque remarques remember removed reps requirements resolution result resultado resultados results
    resumen resumo return returns review riassunto risiken risiko risk risks risultato réponses résultat résultats
    résumé salary samedi samenvatting samstag sat saturday schritt schwäche schwächen score section security
    september server serves servings sets size skills sku snack solución solution sonntag source sources speaker
    speakers start status step steps strength strengths strophe stärke stärken subject subtotal sujet sum summary
    summe sun sunday synonym synonyms sábado tabelle table tag tags taille tarea tareas task tasks teilnehmer tel
    telefon telefono telephone tema temas term text terms thema theme themen then threat threats thu thursday tijd
    time tip tips titel title titolo titre titulo to todo todos topic topics total trace tue tuesday type tâche
    tâches téléphone título uhrzeit update updates url usage username value vendredi ventajas verantwortlich verse
    version via viernes von voorbeeld vorher vorteil vorteile voto warn warning warnung weakness weaknesses website
    wed wednesday week weight when wichtig woche word year yield zeit ziel ziele zubereitung zusammenfassung
    zuständig zutaten étape étapes`.split(/\s+/),
)

const phrases =
  /^(?:(?:action|agenda) items?|next steps?|due date|(?:prep|cook|total|start|end) time|to do|key (?:points?|takeaways?)|(?:open|offene) (?:points?|questions?|punkte|fragen)|nächste schritte|prochaines étapes|ordre du jour|próximos (?:pasos|passos)|orden del día|prossimi passi|ordine del giorno|for example|zum beispiel|par exemple|por ejemplo|per esempio|por exemplo)$/

/** Returns whether words before a colon introduce a remark or a value, perhaps with a number: `Step 2: …`. */
export function isLeadIn(label: string): boolean {
  const said = label.toLowerCase().replace(/[ .#]*\d*\.?$/, '')
  return words.has(said) || phrases.test(said)
}
