/** Words that introduce a remark or a value (`Note: …`, `Price: 12`) and recur in lists; in the languages of most uploads. */
const words = new Set(
  `abbildung abschnitt absent absents abwesend achtung actie acties actiepunten action actions address adresse agenda amount
  an anmerkung anmerkungen anwesend apologies arguments asistentes assenti asunto attendance attendees attention aufgabe
  aufgaben ausentes author authors autor avantages aviso bcc bedingungen beispiel beispiele bereiding beschluss beschlüsse
  beschreibung besluit besluiten betrag betreff bewertung bug category caution cc chapter chapitre color comentario
  comment commentaire comments commit con conclusion conclusions cons cost costo costs couleur coût coûts cantidad coste
  capítulo data date datum dauer deadline debug decision decisione decisions decisión decisiones decisão default desventajas
  description dirección directions durata duration durée duración décision décisions elapsed email entscheidung
  entschuldigt ergebnis ergebnisse erreur error errors esempio étape étapes example examples exception excusés exemple
  exemples exemplo farbe fatal fax fazit fecha fehler figure fix frist from fällig förderung gewicht goal goals größe heure
  hint hinweis hinweise hora importe importo important indirizzo info ingredientes ingredienti ingredients ingrediënten
  ingrédients input invited items kapitel kategorie keywords kommentar kosten language lien lieu link links location lugar
  luogo lösung menge merge method minutes montant name nb nota notas note notes objectif objet oggetto onderwerp ora ort
  output owner parameters participants paso peso phone place poids precio precios preis preise preparación preparation
  preparazione presenti presentes price prices pricing priority prix preço problem problema problème protokoll préparation
  présents ps quantity quantità quantité quelle quellen quote rating re recommendation recommendations reference references
  remarque remarques remember requirements resolution result resultado resultados result results resumen resumo return
  returns review riassunto risk risks risultato réponses résultat résultats résumé samenvatting schritt score section serves
  servings size solución solution source sources status step steps subject subtotal sujet sum summary summe tabelle table
  tags taille tareas tarea task tasks tâche tâches teilnehmer tel telefon telefono telephone tema temas thema themen tijd
  time tip tips title titel titolo titre titulo título to todo todos topic topics total trace type téléphone uhrzeit update
  updates url usage value ventajas verantwortlich version via von voorbeeld vorteile voto warn warning warnung website
  weight wichtig yield zeit ziel ziele zubereitung zusammenfassung zuständig zutaten`.split(/\s+/),
)

const phrases =
  /^(?:(?:action|agenda) items?|next steps?|due date|(?:prep|cook|total|start|end) time|to do|key (?:points?|takeaways?)|(?:open|offene) (?:points?|questions?|punkte|fragen)|nächste schritte|prochaines étapes|ordre du jour|próximos (?:pasos|passos)|orden del día|prossimi passi|ordine del giorno|for example|zum beispiel|par exemple|por ejemplo|per esempio|por exemplo)$/

/** Returns whether words before a colon introduce a remark or a value, perhaps with a number: `Step 2: …`. */
export function isLeadIn(label: string): boolean {
  const said = label.toLowerCase().replace(/[ .#]*\d*\.?$/, '')
  return words.has(said) || phrases.test(said)
}
