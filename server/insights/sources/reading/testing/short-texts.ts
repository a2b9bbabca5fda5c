// Short feedback in six languages, as in surveys, reviews and support tickets.

const texts = {
  en: `Prices are too high|The app is slow|Great service, thanks|Could be cheaper|I love the new design|Delivery took two weeks|
    Nobody answers the phone|The menu is confusing|Please add a dark mode|Too many emails|It crashes every day|Worth the money|
    Login does not work|My order never arrived|Friendly staff|Very helpful support|The invoice was wrong|Search finds nothing|
    I want a refund|Easy to use|Not what I expected|The battery dies quickly|Setup was simple|Works as described|
    The screen is too small|No problems so far|Hard to read on my phone|It keeps asking for my password|Bad packaging|
    Would buy again|The update broke everything|Customer service was rude|Good value|Shipping costs too much|I like the colours|
    The website is down again|Charts are hard to understand|We need more filters|Takes forever to load|Really happy with it|
    The size is wrong|Export to Excel is missing|Cancelled my subscription|Fast and reliable|My account was locked|
    Instructions are unclear|The sound is too quiet|Why is there no trial|Best purchase this year|Sync fails on Mondays`,
  de: `Der Preis ist zu hoch|Die App ist langsam|Sehr guter Service|Könnte günstiger sein|Das neue Design gefällt mir|
    Lieferung dauerte zwei Wochen|Niemand geht ans Telefon|Das Menü ist verwirrend|Bitte einen dunklen Modus|Zu viele Mails|
    Stürzt jeden Tag ab|Sein Geld wert|Anmeldung funktioniert nicht|Meine Bestellung kam nie an|Freundliches Personal|
    Hilfreicher Support|Die Rechnung war falsch|Suche findet nichts|Ich will mein Geld zurück|Einfach zu bedienen|
    Nicht wie erwartet|Der Akku ist schnell leer|Einrichtung war einfach|Funktioniert wie beschrieben|Bildschirm ist zu klein|
    Bisher keine Probleme|Auf dem Handy schwer lesbar|Fragt ständig nach dem Passwort|Schlechte Verpackung|Gerne wieder|
    Seit dem Update geht nichts mehr|Der Kundendienst war unhöflich|Gutes Angebot|Versand ist zu teuer|Schöne Farben|
    Die Seite ist wieder offline|Diagramme schwer verständlich|Wir brauchen mehr Filter|Lädt ewig|Bin sehr zufrieden|
    Falsche Größe geliefert|Export nach Excel fehlt|Habe mein Abo gekündigt|Schnell und zuverlässig|Mein Konto wurde gesperrt|
    Anleitung ist unklar|Der Ton ist zu leise|Warum gibt es keine Testphase|Bester Kauf des Jahres|Montags klappt der Abgleich nicht`,
  fr: `Les prix sont trop élevés|L’application est lente|Très bon service|Pourrait être moins cher|J’adore le nouveau design|
    La livraison a pris deux semaines|Personne ne répond au téléphone|Le menu n’est pas clair|Ajoutez un mode sombre|
    Trop de courriels|Elle plante tous les jours|Bon rapport qualité prix|La connexion ne marche pas|
    Ma commande n’est jamais arrivée|Personnel aimable|Assistance très utile|La facture était fausse|La recherche ne trouve rien|
    Je veux être remboursé|Facile à utiliser|Pas ce que j’attendais|La batterie se vide vite|Installation simple|
    Conforme à la description|L’écran est trop petit|Aucun problème pour l’instant|Illisible sur mon téléphone|
    Il demande sans cesse mon mot de passe|Mauvais emballage|J’achèterais encore|La mise à jour a tout cassé|
    Le service client était impoli|Bonne affaire|Les frais de port sont trop chers|J’aime les couleurs|
    Le site est encore en panne|Graphiques difficiles à comprendre|Il nous faut plus de filtres|Met une éternité à charger|
    Vraiment contente|Mauvaise taille|Il manque un export vers Excel|J’ai résilié mon abonnement|Rapide et fiable|
    Mon compte a été bloqué|Instructions peu claires|Le son est trop faible|Pourquoi pas de version d’essai|
    Meilleur achat de l’année|La synchronisation échoue le lundi`,
  es: `Los precios son muy altos|La aplicación es lenta|Muy buen servicio|Podría ser más barato|Me encanta el nuevo diseño|
    El envío tardó dos semanas|Nadie contesta el teléfono|El menú es confuso|Añadan un modo oscuro|Demasiados correos|
    Se cuelga todos los días|Vale lo que cuesta|No puedo iniciar sesión|Mi pedido nunca llegó|Personal amable|
    Soporte muy útil|La factura estaba mal|La búsqueda no encuentra nada|Quiero mi dinero|Fácil de usar|No es lo que esperaba|
    La batería dura poco|La instalación fue sencilla|Funciona como se describe|La pantalla es muy pequeña|
    Sin problemas hasta ahora|No se lee bien en el móvil|Siempre pide la contraseña|Mal embalaje|Lo compraría otra vez|
    La actualización lo rompió todo|El servicio al cliente fue grosero|Buena relación calidad precio|El envío es muy caro|
    Me gustan los colores|La página está caída otra vez|Gráficos difíciles de entender|Necesitamos más filtros|
    Tarda mucho en cargar|Estoy muy contenta|Talla equivocada|Falta exportar a Excel|Cancelé mi suscripción|Rápido y fiable|
    Bloquearon mi cuenta|Instrucciones poco claras|El sonido es muy bajo|Por qué no hay versión de prueba|
    La mejor compra del año|La sincronización falla los lunes`,
  it: `I prezzi sono troppo alti|L’app è lenta|Ottimo servizio|Potrebbe costare meno|Adoro la nuova grafica|
    La consegna ha richiesto due settimane|Nessuno risponde al telefono|Il menu è confuso|Aggiungete il tema scuro|
    Troppe email|Si blocca ogni giorno|Vale il prezzo|L’accesso non funziona|Il mio ordine non è mai arrivato|Personale gentile|
    Assistenza molto utile|La fattura era sbagliata|La ricerca non trova niente|Voglio un rimborso|Facile da usare|
    Non è quello che mi aspettavo|La batteria dura poco|La configurazione è stata semplice|Funziona come descritto|
    Lo schermo è troppo piccolo|Nessun problema finora|Si legge male sul telefono|Chiede sempre la password|
    Pessimo imballaggio|Lo ricomprerei|L’aggiornamento ha rotto tutto|Il servizio clienti era scortese|
    Buon rapporto qualità prezzo|La spedizione costa troppo|Mi piacciono i colori|Il sito è di nuovo fermo|
    Grafici difficili da capire|Servono più filtri|Ci mette una vita a caricare|Sono molto contenta|Taglia sbagliata|
    Manca l’esportazione in Excel|Ho disdetto l’abbonamento|Veloce e affidabile|Il mio account è stato bloccato|
    Istruzioni poco chiare|Il volume è troppo basso|Perché non c’è una prova gratuita|Il miglior acquisto dell’anno|
    La sincronizzazione fallisce di lunedì`,
  pl: `Ceny są za wysokie|Aplikacja działa wolno|Świetna obsługa|Mogłoby być taniej|Podoba mi się nowy wygląd|
    Dostawa trwała dwa tygodnie|Nikt nie odbiera telefonu|Menu jest mylące|Dodajcie ciemny motyw|Za dużo maili|
    Codziennie się zawiesza|Warte swojej ceny|Logowanie nie działa|Moje zamówienie nie dotarło|Miły personel|
    Bardzo pomocne wsparcie|Faktura była błędna|Wyszukiwarka nic nie znajduje|Chcę zwrotu pieniędzy|Łatwe w użyciu|
    Nie tego się spodziewałem|Bateria szybko pada|Konfiguracja była prosta|Działa zgodnie z opisem|Ekran jest za mały|
    Jak dotąd bez problemów|Nieczytelne na telefonie|Ciągle pyta o hasło|Złe opakowanie|Kupiłbym ponownie|
    Aktualizacja wszystko zepsuła|Obsługa była nieuprzejma|Dobra cena|Wysyłka jest za droga|Podobają mi się kolory|
    Strona znowu nie działa|Wykresy są niezrozumiałe|Potrzebujemy więcej filtrów|Wczytuje się wieki|Jestem bardzo zadowolona|
    Zły rozmiar|Brakuje eksportu do Excela|Anulowałem subskrypcję|Szybkie i niezawodne|Moje konto zostało zablokowane|
    Instrukcja jest niejasna|Dźwięk jest za cichy|Dlaczego nie ma wersji próbnej|Najlepszy zakup w tym roku|
    Synchronizacja nie działa w poniedziałki`,
}

/** By language. */
export const shortTexts: Record<string, string[]> = Object.fromEntries(
  Object.entries(texts).map(([language, lines]) => [language, lines.split('|').map((text) => text.trim())]),
)
