import { spellingOf } from '../fold.ts'

/** Each line: given names that one person may use, in short forms and spellings that sound alike to a listener only. */
const lines = `
Alexander Alexandre Aleksander Alessandro Alejandro Alex Alec Sandro Sascha Sasha Xander Lex
Alexandra Aleksandra Alessandra Alejandra Alex Sandra Sascha Sasha Alexa
Andreas Andi Andy Andre
Andrew Andy Drew
Anthony Antony Tony Toni
Anton Antonio Antoni Toni Tony
Antonia Toni
Arthur Artur Art
Barbara Babsi Barb Barbie Bärbel
Bartholomäus Bartosz Bart
Benedikt Benedict Ben Bene
Benjamin Ben Benny Benni Benji
Bernard Bernhard Bernd Bernie
Brigitte Birgit Gitte Gitta Brigitta
Carolin Caroline Karoline Carolina Karolina Caro Carrie Carol Lina Line
Catherine Katherine Kathryn Katharina Kathrin Katrin Catarina Katarina Catalina Kate Katie Katy Kathy Cathy Kat Käthe Kathi Kitty Katja Katinka Kasia Katya
Charles Charlie Charley Chuck Karl Carl Carlos
Charlotte Lotte Lotta Charlie Lottie Lotti Charly
Christian Christiaan Cristian Kristian Chris Christ
Christina Kristina Cristina Christine Kristin Christin Kirsten Tina Chris Chrissy Christa Chrissie
Christopher Christoph Christophe Kristof Christoffer Cristobal Chris Kris Topher Kit
Claudia Klaudia Claudi
Cornelia Conny Connie Nele Corny
Daniel Dan Danny Dani
Daniela Danielle Dani Ela
David Dave Davy Davide
Deborah Debra Debbie Deb
Dominik Dominic Dominique Dom Nick
Dorothea Dorothee Dorothy Dora Thea Dörte Dorle Dot Dotty
Edward Eduard Eddie Eddy Ed Ted Ned
Edmund Eddie Ed
Edwin Ed Eddie
Eleonora Eleonore Eleanor Nora Ellie Elli Ella Lore Leonora Norah
Elizabeth Elisabeth Elisabetta Isabel Eliza Liz Lizzy Lizzie Beth Betty Betsy Bettina Elsbeth Elise Else Elsa Elsie Ilse Lisa Liesel Lisbeth Liese Lilli Lilly Sissi Sisi Libby Lisbet Bess
Emanuel Emmanuel Manuel Manu Manolo Mani
Manuela Manu Ela
Emil Emilio Milo
Emily Emilie Emilia Emi Em Millie Milly Emmy Mila
Erich Erik Eric
Ernest Ernst Ernesto Ernie
Eugene Eugen Gene
Evelyn Eva Eve Evi Evie
Ferdinand Fernando Ferdi
Florian Flo
Francis Franz Frank Francisco Francesco François Franco Paco Pancho Franzl Fran Frankie
Franziska Francisca Francesca Françoise Franzi Fanny Fran Frances Francine Ziska Frankie
Frederick Friedrich Frederik Fredrik Frederic Federico Fred Freddy Freddie Fritz Rick Fiete
Friederike Frederike Frieda Rike Rieke Fritzi
Gabriel Gabriele Gabe Gaby
Gabriele Gabriela Gabrielle Gabi Gaby
George Georg Georges Giorgio Jorge Jörg Jürgen Schorsch Georgie
Gerald Gerhard Gerard Gerd Gert Gerry Jerry Hardy
Gertrud Gertrude Trude Trudi Gerda Trudy Gerti
Gregory Gregor Greg Grzegorz
Giuseppe Beppe Peppe Pino
Giovanni Gianni Nino Vanni
Günter Günther Gunther Gunter
Harold Harald Harry Hal
Heinrich Heinz Hendrik Henrik Henry Henri Enrico Enrique Harry Hank Heiner Heino Hinnerk Rico
Helen Helena Helene Hélène Elena Lena Leni Ellen Nell Nellie Hella Ilona Lene Leno Eleni
Herbert Herb Heribert
Hermann Armin Herman
Hildegard Hilde Hilda Hilla
Hubert Hubertus Bert
Ibrahim Ibo Ebrahim Abraham Abe
Irmgard Irma Irmi Imke
Isabel Isabella Isabelle Isabell Isa Bella Izzy Bel
Jacob Jakob Jake Jack Jakub Jacques Jacobus Köbi
James Jim Jimmy Jamie Jaime
Jacqueline Jackie Jacky
Jennifer Jenny Jen Jenn Jenni Jennie
Jessica Jess Jessie Jessi
Jeffrey Geoffrey Jeff Geoff
Joachim Jochen Achim Joaquin Jo
Johann Johannes John Hans Hannes Jan Jens Hansi Jean Juan Ivan Ian Sean Giovanni João Johan Jack Johnny Jonny Hannu Janos Jannis Hennes Ioannis Yannis Jon
Johanna Hanna Hannah Hanne Joanna Jana Johanne Jo Joan Joanne Jane Jeanne Juana Giovanna Hanni Asia
Jonathan Jon Jonny Johnny Nathan Jonatan Nat
Jorge Coque
Joseph Josef Josep José Giuseppe Joe Joey Jo Sepp Seppi Jupp Pepe Youssef Yusuf Beppe Józef
Josephine Josefine Josefina Josefa Josie Josy Fina Jo Pepi Jojo
Joshua Joschua Josh
Judith Judy Judi Judit Jutta
Julia Julie Jule Juli Giulia Iulia
Julian Julien Juliano Jules
Juliane Juliana Julianna Julianne
Kenneth Ken Kenny
Klaus Claus Nikolaus
Konrad Conrad Kurt Curt Conny
Kornelius Cornelius
Lawrence Laurence Lorenz Lorenzo Laurent Larry Laurie Lars Renzo Lenz Laurenz
Leonard Leonhard Leonardo Leo Lenny Leon Len Lennart Lennard Hardy
Leopold Leo Poldi
Lieselotte Liselotte Lilo Lotte Liesel Lisa
Louis Ludwig Luis Luigi Lewis Louie Lou Ludovic Wiggerl Lutz
Louise Luise Luisa Louisa Lou Lulu Isa
Lucas Lukas Luke Luca Luka Luc Lukasz
Lucia Lucie Lucy Luzie Lucille Luz Lucija
Magdalena Madeleine Madeline Madlen Lena Leni Magda Maddie Maddy Lene
Malcolm Mal
Marcus Markus Marco Marc Mark Marek Marcos Marko
Margaret Margarete Margarethe Margareta Margarita Marguerite Margherita Margit Margot Gretchen Grete Greta Gretel Maggie Meg Peggy Marge Rita Daisy Gitta Margret Madge Meta Merete Mette Małgorzata Gosia
Maria Marie Mary Maryam Mariam Miriam Mia Mitzi Ria Molly Polly Marija Maja Mariechen
Marianne Mariana Marian Nanni
Marion Marian
Martin Martín Marty Martijn
Martina Tina
Matthew Matthias Mathias Matteo Mateo Mathieu Matthieu Matti Matt Hias Mattis Mathis Matthijs Thijs Mateusz
Maximilian Maximilien Massimiliano Max Maxi Maxim
Maximiliane Maxi
Mehmet Muhammed Mohammed Mohamed Muhammad Mohammad Muhamed Memo Momo Mahomet Moh Md Mo
Melanie Mel Mela Melli
Melissa Mel Lissa
Michael Michel Mikael Mikhail Miguel Michele Mike Mick Mickey Micha Michi Misha Mischa Maik Meik Mihai Michal
Michaela Mikaela Michelle Michi Ela Micha
Mikolaj Nikolaus Nicholas Nicolas Nikolas Nicolaas Niklas Niclas Nikolai Nicola Nicolò Nick Nicky Nico Niko Claus Klaus Colin Nils Niels Mikko
Monika Monica Monique Moni Mona
Natalie Nathalie Natalia Natalja Nat Talia Natasha Natascha Natalya Nataliya
Nathaniel Nathan Nat Nate
Nicole Nicola Nicki Nicky Nikki Nike Niki
Oliver Olivier Oli Ollie Olli
Olivia Liv Livia Livvy
Oskar Oscar Ossi Óscar
Ottilie Tilly Otti
Pamela Pam
Patricia Patrizia Patrycja Pat Patty Patsy Trish Tricia Pati
Patrick Patrik Patricio Paddy Pat Patryk
Paul Paulo Pablo Paolo Pavel Paweł Pauli Pol
Pauline Paulina Paula Paulette Polly Line Lina
Penelope Penny
Peter Pete Pierre Pedro Pietro Piotr Petar Pjotr Petr Piet Pit Petros Peer
Petra Petronella Nelly
Philip Philipp Phillip Philippe Felipe Filip Filippo Phil Pip Lipp
Rafael Raphael Raffael Raffaele Rafi Rafa
Rebecca Rebekka Rebekah Becky Becca Beka Becci
Reinhard Reinhold Reiner Rainer
Renate Renata Nate Rena
Richard Ricardo Riccardo Ryszard Rick Ricky Dick Rich Richie Rico
Robert Roberto Rob Robbie Robby Bob Bobby Bert Robin Rupert Ruprecht
Roland Rolando Roli
Ronald Ron Ronnie Ronny
Rosemarie Rosemary Rosie Rosi Romy Rose
Rudolf Rudolph Rodolfo Rudi Rudy Rolf Dolf
Samuel Sam Sammy Sami Samu
Samantha Sam Sammy
Sara Sarah Sally Zarah
Sebastian Sebastien Sebastián Bastian Basti Seb Wastl Bastien
Siegfried Sigi Siggi
Sigrid Siri Sigi
Simon Simeon Simone Szymon
Sophia Sofia Sophie Sofie Zofia Sofija Soph Fia
Stefan Stephan Stephen Steven Stefano Steffen Stéphane Esteban Steve Stevie Steph Szczepan Etienne Stepan Stefanos
Stefanie Stephanie Stefania Stéphanie Steffi Steph Stef Fanny
Susanne Susanna Suzanne Susan Susanna Susana Susi Sue Suzy Sanna Sanne Suse Susie Zuzanna Zuzana
Theodor Theodore Teodoro Fyodor Theo Ted Teddy Fedor
Therese Theresa Teresa Thérèse Tessa Resi Terry Tess Tereza
Thomas Tomas Tomás Tommaso Tomasz Tom Tommy Thom Tommi Tomi
Tilman Tillmann Till Til
Timothy Timotheus Timo Tim Timmy Timon
Tobias Tobi Toby Tobie
Ulrich Uli Ulli Ueli Udo Ulric
Ulrike Ulrika Uli Ulli Rike Ulla
Ursula Ulla Uschi Ursel Urschel Orsolya
Valentin Valentino Valentine Vali
Veronika Veronica Véronique Vroni Vera Ronja Ronnie Weronika
Viktor Victor Vic Vittorio Vik
Viktoria Victoria Vicky Vicki Tori Vittoria Wiktoria
Vincent Vincenzo Vicente Vince Vinzenz Vinnie Enzo
Vladimir Wladimir Volodymyr Vova Volodya Vlad
Dmitri Dmitry Dimitri Dmytro Dima Mitya
Alexei Aleksei Alexej Oleksiy Alyosha
Yekaterina Ekaterina Katya Katja Katerina Jekaterina
Anastasia Anastasiya Nastya Nastja Stasia Ana
Tatiana Tatjana Tanya Tanja
Yevgeny Evgeny Jewgeni Zhenya Evgeni Eugen
Walter Walther Wally Walt
Waltraud Waltraut Traudel Traudl
Werner Wernher
Wilhelm William Guillaume Guillermo Willem Guglielmo Wilhelm Will Willi Willy Bill Billy Liam Helmut Wim Wilm Vilhelm Wille
Wilhelmine Wilma Mina Minna Helma Minnie
Wolfgang Wolf Wolfi
Zachary Zachariah Zac Zach Zack Zak
Abdullah Abdallah Abdulla Abdul
Ahmed Ahmad Ahmet Achmed Ahmad
Ali Aly
Fatima Fatma Fatema Fatimah Fatoumata Fatou
Hassan Hasan
Hussein Hüseyin Hossein Husain Hussain Hossain Husayn
Khadija Khadijah Hatice Chadidscha Khadidja
Mustafa Moustafa Mostafa Musti
Omar Omer Ömer Umar
Osman Othman Uthman
Yusuf Youssef Yousef Yousuf Yussuf Jussuf Josef Youcef
Zainab Zeinab Zaynab Zeynep
Aisha Aischa Ayşe Aicha Ayesha Aishah
Layla Leila Laila Leyla Leyli
Karim Kareem Kerim
Said Saeed Sayed Saïd
Mahmud Mahmoud Mahmut
Anna Ana Anne Ann Anny Annie Anni Änne Anke Antje Annette Anja Annika Anouk Nan Nancy Anita Anya
Cassandra Cassie Sandra Cass
Clara Klara Claire Clare Clärchen
Constantin Konstantin Kostas Costa Kosta
Constance Konstanze Connie Conny
Cynthia Cindy
Douglas Doug Dougie
Donald Don Donny Donnie
Frances Fran Fanny Frankie
Abigail Abby Abbie Gail
Amanda Mandy Manda
Angela Angelika Angelina Angie Geli Angelica
Beatrice Beatrix Bea Trixi Beate Beatriz
Bridget Brigid Bridie Biddy
Calvin Cal
Clifford Cliff
Eileen Aileen
Gwendolyn Gwen
Henrietta Henriette Hettie Jette Etta
Jocelyn Josselin Joss
Kimberly Kimberley Kim
Lauren Laurie Ren
Leslie Lesley Les
Lillian Lilian Lily Lil Lilly Lilli Lili
Madison Maddie Maddy
Matilda Mathilda Mathilde Tilda Tilly Mattie Thilda
Nancy Nan
Natasha Tasha
Nora Norah
Phoebe Phebe
Priscilla Cilla Prisca
Rachel Rachael Rahel Raquel
Raymond Raimund Ramón Ray
Roderick Rod Rodrigo
Russell Russ
Sandra Sandy Sanni
Sharon Shari
Sidney Sydney Sid
Stanley Stan
Terence Terrence Terry
Theresa Terry
Victor Vic
Vivian Vivien Vivienne Viv
Yvonne Ivonne
Dolores Lola Loli
Rosario Charo
Concepción Concha Conchita
Pilar Pili
Mercedes Merche
Ignacio Nacho Iñaki Ignaz
Jesús Chus Chuy
Enrique Quique Kike
Gonçalo Gonzalo
Salvatore Salvo Toto Turi
Domenico Mimmo Dominik
Agnieszka Aga Agnes Inez Ines Agnès
Krzysztof Krzysiek Christoph Christopher
Jerzy Jurek Georg
Stanisław Stan Staszek
Zbigniew Zbyszek
Bjarne Björn Bjorn
Ingeborg Inge Inga
Rajesh Raj
Deepak Dipak
Priyanka Priya
`

const groups = new Map<string, Set<number>>()
lines.split('\n').forEach((line, group) => {
  for (const name of line.split(' ').filter(Boolean).map(spellingOf)) {
    const known = groups.get(name)
    if (known) known.add(group)
    else groups.set(name, new Set([group]))
  }
})

/** Returns whether one person may use both given names, such as William and Bill. Takes spellings of `spellingOf`. */
export function areFormsOfOneName(a: string, b: string): boolean {
  const [groupsA, groupsB] = [groups.get(a), groups.get(b)]
  return groupsA !== undefined && groupsB !== undefined && !groupsA.isDisjointFrom(groupsB)
}
