/** Names of the hard set. The two parts share none of their name pairs, so the held-out part shows how well weights carry over. */
export interface NameStock {
  female: string[]
  male: string[]
  families: string[]
  /** Names that strangers share, as they are common. */
  common: { female: string[]; male: string[]; families: string[] }
  /** Different names that look alike. */
  alike: [string, string][]
  /** Names and what their bearers are called. */
  shortForms: [string, string][]
  /** Spellings of one name. */
  spellings: [string, string][]
  newborns: string[]
}

const words = (text: string) => text.trim().split(/\s+/)
const pairs = (text: string) => words(text).map((pair) => pair.split('/') as [string, string])

export const tuned: NameStock = {
  female:
    words(`Anna Lena Lea Julia Sophie Marie Hannah Katharina Emily Charlotte Sabine Petra Monika Ursula Claudia Heike Nadine Lara
    Clara Frieda Luisa Greta Elif Fatma Aylin Zeynep Giulia Chiara Camille Manon Olga Natalia Agnieszka Grace Olivia Chloe Jessica
    Renate Gisela Brigitte Annika Wiebke Svenja Dorothea Tabea Finja Romy Thea Ylvie Undine Walburga Mechthild Annegret Liv`),
  male: words(`Thomas Michael Andreas Stefan Peter Tim Tom Lukas Jonas Paul Felix Maximilian Julian Leon Finn Elias Moritz Jan Niklas
    Alexander Christian Markus Jürgen Günter Klaus Wolfgang Hans Heinz Ahmed Mehmet Mustafa Ali Yusuf Marco Luca Pierre Antoine
    Ivan Dmitri Piotr Tomasz James William Oliver Harry Jack Bjarne Hauke Eike Korbinian Quirin Volkmar Wendelin Ansgar Joris`),
  families:
    words(`Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder
    Neumann Krüger Köhler König Groß Jäger Böhm Lange Yilmaz Kaya Demir Öztürk Rossi Ferrari Dubois Lefèvre Petrov Kowalski Nowak
    Smith Jones Taylor Brown Okafor Haddad Rahman Adlhoch Brandstätter Czerny Dirnberger Eggebrecht Finkenzeller Gutschmidt
    Hinterseer Ilgenfritz Jankowiak Kaltenegger Lindqvist Mierendorff Niederhauser Oberndörfer Pfannenstiel Quandt Rautenberg
    Steinhäuser Trautwein Uhlenbrock Vollbrecht Wiesenhütter Zschoche Abendroth Bärenfänger Kirschstein Löwenthal Morgenroth
    Nachtigall Osterkamp Pappenheim Rosenkranz Sonnenschein Tiefensee Unterberger Wackernagel Zangerl`),
  common: {
    female: words('Anna Maria Sabine Petra Monika Ursula Julia Katharina Renate Fatma'),
    male: words('Thomas Michael Andreas Stefan Peter Jürgen Günter Klaus Wolfgang Mehmet'),
    families: words('Müller Schmidt Schneider Fischer Weber Meyer Schäfer Köhler Yilmaz Krüger'),
  },
  alike:
    pairs(`Lena/Lea Tim/Tom Anna/Hanna Julia/Julian Lina/Lena Lara/Laura Paul/Paula Mia/Mila Jan/Jana Emma/Emmi Leon/Leo
    Marie/Mara Nina/Nila Jonas/Jonah Lukas/Luca Elias/Elisa Finn/Flinn Max/Marx Nele/Nela Ben/Bent Emil/Emilia Christian/Christina
    Ali/Alia Aylin/Ayla Oliver/Olivia Harry/Henry`),
  shortForms:
    pairs(`Alexander/Alex Maximilian/Max Katharina/Kathi Elisabeth/Lisa William/Bill Robert/Bob Michael/Micha Thomas/Tom
    Susanne/Susi Johannes/Hannes Margarete/Grete Josef/Sepp Wilhelm/Willi Christina/Tina Franziska/Franzi Ulrike/Uli Benjamin/Ben
    Sebastian/Basti Elizabeth/Betty James/Jim`),
  spellings:
    pairs(`Michael/Micheal Stefan/Stephan Sarah/Sara Katrin/Kathrin Philipp/Philip Christian/Kristian Ahmed/Ahmad
    Mohammed/Muhammad Sofie/Sophie Erik/Eric Hannah/Hanna Lukas/Lucas Marc/Mark Thorsten/Torsten Günter/Günther Walter/Walther`),
  newborns: [
    'Baby',
    'Baby boy',
    'Baby girl',
    'Säugling',
    'Neugeborenes',
    'Bébé',
    'Newborn',
    'B/O Maria',
    'Baby Boy',
    'BABY',
  ],
}

export const heldOut: NameStock = {
  female:
    words(`Eszter Réka Ilona Zsófia Katalin Aino Helmi Kaarina Päivi Inkeri Siobhán Aoife Niamh Orla Gráinne Bronwen Carys Mair
    Itziar Amaia Leire Montse Graciela Xiomara Yesenia Beatriz Inês Conceição Raluca Ioana Desislava Tsvetana Kalina Wanjiru Achieng
    Nomvula Thandiwe Adaeze Chiamaka Keiko Haruka Sunniva Ragnhild Guðrún Solveig Marlies Annelore Roswitha Emma Mia Emilia Sofia
    Laura Elena Isabella Victoria Alice Amelia Lucy Ruby Daisy`),
  male: words(`László Gábor Zoltán István Bence Juhani Eero Väinö Tapio Pertti Eoin Cormac Ruairí Declan Gethin Rhodri Ieuan Unai Xabier
    Aitor Gorka Ignacio Joaquín Heriberto Nuno Gonçalo Rui Bogdan Ciprian Traian Plamen Krasimir Kamau Otieno Sipho Themba Chukwudi
    Obinna Takeshi Ryota Håkon Sindre Jógvan Lothar Eckhard Volker Liam Noah Oscar Lewis Logan Theo Arthur Louis Gabriel Raphaël
    George Charlie Freddie Alfie`),
  families:
    words(`Nagy Kovács Szabó Horváth Korhonen Virtanen Mäkinen Nieminen Murphy Kelly Byrne O’Sullivan Davies Evans Llewellyn García
    Fernández López Etxeberria Goikoetxea Silva Santos Popescu Ionescu Dimitrova Georgiev Mwangi Ochieng Dlamini Nkosi Okonkwo Eze
    Tanaka Sato Hansen Johansen Haugland Sæther Guðmundsdóttir Björnsson Baranowski Cichocki Dobrzyński Fąfara Gwizdała Ostrowicz
    Abernathy Blenkinsop Cholmondeley Drinkwater Entwistle Featherstone Garside Hepplewhite Inglethorpe Kettlewell Lockhart
    Micklethwait Oglethorpe Pemberton Ramsbottom Shuttleworth Thistlewood Umfreville Wigglesworth Yarborough Zouche Almeida
    Bittencourt Carvalhaes Domingues Figueiredo`),
  common: {
    female: words('Emma Sofia Laura Elena Alice Katalin Ioana Keiko Lucy Mia'),
    male: words('Liam Noah Arthur Gábor László Juhani George Nuno Takeshi Oscar'),
    families: words('Nagy Kovács García Silva Murphy Kelly Korhonen Tanaka Hansen Mäkinen'),
  },
  alike:
    pairs(`Ella/Bella Mia/Lia Sofia/Sonia Erik/Erika Luis/Luisa Mario/Maria Carlos/Carlo Noah/Noel Alan/Alana Aino/Eino
    Réka/Erika Daniel/Daniela Alex/Alec Jack/Jake Amy/Emy Kate/Katie Ana/Ada Nuno/Bruno Ilona/Ilka Harper/Harriet Kian/Kieran
    Bence/Bente Aisha/Alisha Isla/Ila Robin/Robert`),
  shortForms:
    pairs(`Richard/Dick Margaret/Peggy Edward/Ted Ignacio/Nacho Francisco/Paco José/Pepe Theodore/Theo Frederick/Freddie
    Alfred/Alfie Catherine/Kate Patricia/Trish Nicholas/Nick Gregory/Greg Victoria/Vicky Jonathan/Jon Samuel/Sam Rebecca/Becky
    Dolores/Lola Giuseppe/Beppe Aleksandra/Sasha`),
  spellings:
    pairs(`Sean/Shaun Catherine/Katherine Rachel/Rachael Yusuf/Youssef Alastair/Alistair Isabel/Isabelle Joaquin/Joaquim Brian/Bryan
    Steven/Stephen Ann/Anne Geoffrey/Jeffrey Zsofia/Zsófia Eoin/Owen Hussein/Husain Carolyn/Caroline Viktor/Victor`),
  newborns: [
    'Newborn',
    'Baby of Keiko',
    'Bebé',
    'Infant',
    'BabyGirl',
    'Baby-Boy',
    'Nouveau-né',
    'Recién nacido',
    'Male infant',
    'Unnamed',
  ],
}
