import { spellingOf } from '../fold.ts'

/**
 * Common names and the share of people who have them. A clinic's own patients show better how common a name is there, but not
 * in a new clinic, and not whether a rare spelling is a name or a typo. The shares are orders of magnitude, estimated from
 * the publicly known rankings of several countries.
 */
const given: [share: number, names: string][] = [
  [
    0.008,
    `Anna Maria Michael Thomas Andreas Peter Stefan Christian Julia Sabine Hans Klaus Wolfgang Ursula Monika Martin Sarah
    Laura Lena Alexander Daniel David Paul Lukas Jan Markus Jürgen Karin Petra Susanne Andrea Katharina Sophie Marie
    Emma Ben Leon Mohammed Ahmed Ali Fatima John James William Robert Mary Elizabeth Jennifer Linda Emily Jean Pierre
    Michel Jose Juan Carmen Antonio Mario Giuseppe Ivan Olga Elena Mehmet Mustafa Ayse`,
  ],
  [
    0.003,
    `Hannah Johanna Lea Mia Lina Leonie Lara Lisa Nina Nadine Nicole Claudia Birgit Heike Martina Barbara Renate Helga Ingrid
    Gisela Brigitte Christa Erika Hildegard Elisabeth Gerda Angelika Silke Anja Tanja Sandra Stefanie Melanie Christina
    Christine Kathrin Jana Jasmin Vanessa Alina Clara Charlotte Amelie Emilia Ella Ida Mila Luisa Frieda Greta Mathilda
    Paula Pauline Helene Luise Therese Eva Ruth Rita Irene Vera Rosa Franziska Veronika Magdalena Theresa Simone Sonja
    Doris Ute Ulrike Tim Tom Max Felix Jonas Finn Noah Elias Luis Luca Julian Moritz Niklas Fabian Tobias Florian
    Sebastian Simon Philipp Jakob Johannes Johann Josef Georg Franz Karl Heinz Horst Günter Manfred Werner Helmut Dieter
    Gerhard Walter Uwe Bernd Frank Ralf Jörg Rolf Matthias Oliver Sven Torsten Dirk Holger Kai Kevin Marcel Dennis
    Patrick Benjamin Dominik Maximilian Anton Emil Oskar Theo Henry Leo Erik Nils Lars Marco Marc Heinrich Friedrich
    Otto Kurt Herbert Hermann Ernst Richard Rudolf Siegfried Norbert Reinhard Volker Harald Rainer Roland Lothar Wilhelm
    Bernhard Albert Alfred Erich Fritz Ludwig Rene Robin Joseph Charles George Edward Christopher Matthew Anthony Mark
    Donald Steven Andrew Kenneth Joshua Brian Ronald Timothy Jason Jeffrey Ryan Jacob Gary Nicholas Eric Jonathan
    Stephen Larry Justin Scott Brandon Samuel Gregory Raymond Jack Jerry Dylan Harry Oscar Charlie Liam Lewis Connor
    Callum Ethan Logan Mason Lucas Aiden Lachlan Mitchell Cooper Patricia Susan Jessica Karen Margaret Nancy Betty
    Ashley Donna Carol Michelle Dorothy Amanda Deborah Sharon Rebecca Cynthia Kathleen Helen Amy Angela Shirley Pamela
    Samantha Olivia Catherine Grace Alice Chloe Isabella Ava Jessie Lily Georgia Ruby Ellie Lucy Holly Megan Zoe Abigail
    Madison Alyssa Jade Isabelle Philippe Alain Jacques Bernard Claude Nicolas Francois Laurent Louis Olivier Christophe
    Sylvie Nathalie Martine Francoise Monique Valerie Camille Manon Lucie Jeanne Louise Juliette Celine Aurelie Antoine
    Julien Hugo Gabriel Arthur Jules Raphael Mathieu Guillaume Thierry Pascal Didier Vincent Manuel Francisco Javier
    Carlos Miguel Pedro Pablo Alejandro Fernando Sergio Jorge Rafael Ana Isabel Pilar Dolores Teresa Cristina Lucia
    Sofia Marta Alba Josefa Rosario Ines Joao Rui Giovanni Luigi Francesco Roberto Paolo Alessandro Stefano Giulia
    Chiara Francesca Sara Giorgia Alessia Giovanna Lorenzo Matteo Davide Leonardo Hasan Hüseyin Ibrahim Osman Murat Emre
    Can Fatma Emine Hatice Zeynep Elif Meryem Yusuf Omar Khaled Mahmoud Hassan Hussein Abdullah Youssef Karim Aisha
    Mariam Nour Layla Zainab Khadija Amina Salma Yasmin Leila Piotr Krzysztof Andrzej Tomasz Pawel Agnieszka Katarzyna
    Malgorzata Ewa Krystyna Zofia Joanna Natalia Oksana Svetlana Tatiana Irina Ekaterina Anastasia Marina Alexei Dmitri
    Sergei Vladimir Nikolai Igor Andrei Mikhail Anders Johan Ole Kari Astrid Maja Freja Elsa Alva Nikola Milan Marko
    Ivana Dragan Jelena Wei Li Ming Yuki Hiroshi Minh Linh Anh Raj Priya Amit Sunita Anita Rahul Deepak Maria-Jose محمد
    احمد علي فاطمة خديجة عائشة Иван Ольга Анна Мария Дмитрий Сергей Елена Татьяна Γιώργος Μαρία Δημήτρης Ελένη`,
  ],
  [
    0.0006,
    `Leni Lia Lana Lene Leah Lilly Lilli Lili Elli Elly Elisa Elise Helena Hanne Hanno Anne Annika Anni Annie Antje Annette
    Ina Inga Inge Inka Ilka Ilse Irma Irmgard Edith Else Elsbeth Emmi Emmy Enno Nora Norah Nele Neele Nela Nala Nadja
    Nadia Natascha Natalie Noemi Naomi Marlene Marlen Marleen Marla Mara Mira Mina Minna Milla Milena Malina Malin Malou
    Maren Marit Marita Marion Marianne Mariella Marielle Mareike Maike Meike Heidi Heidrun Hedwig Hella Herta Hilde
    Hilda Jule Julie Juliane Juliana Julius Jolina Joline Joelle Josephine Josefine Josie Judith Jutta Janina Janine
    Janna Janne Jenny Jette Kira Kim Kimberly Kerstin Karla Carla Carlotta Karolina Carolin Caroline Karoline Katja
    Katinka Kaja Käthe Klara Cora Cornelia Corinna Dagmar Daniela Denise Diana Dörte Dora Dorothea Edda Elke Elvira Erna
    Esther Fiona Finja Finnja Minja Svenja Svea Romy Ronja Rieke Rike Friederike Frederike Fenja Fenna Gabriele Gabi
    Gabriela Gertrud Gudrun Gerlinde Hannelore Henriette Isa Isabell Jacqueline Larissa Lieselotte Liselotte Liesel
    Linnea Linn Lotta Lotte Lou Lore Loretta Ludmilla Lydia Luzie Luzia Luna Madlen Madeleine Mandy Manja Manuela
    Margarete Margarethe Margret Margot Margit Merle Merit Mona Nicola Patrizia Pia Philine Pina Ramona Rebekka Regina
    Regine Renata Ricarda Rosalie Rosemarie Roswitha Sabrina Sabina Saskia Selina Selma Sina Sigrid Silvia Sylvia
    Sibylle Sophia Sofie Stella Susanna Tabea Tamara Tatjana Thea Tina Tilda Toni Uta Ursel Undine Ulla Valentina Viola
    Viktoria Vivien Waltraud Wiebke Wilma Yvonne Zoey Zita Aaron Abel Achim Adam Adrian Alex Alfons Alois Amon Andre
    Ansgar Aron Arne Armin Arno Arnold Artur August Axel Bastian Benedikt Benno Bennet Bjarne Björn Bo Bodo Boris Bruno
    Carl Carlo Carsten Karsten Christof Christoph Clemens Colin Conrad Konrad Constantin Konstantin Cornelius Curt
    Damian Dario Denis Detlef Detlev Diego Dietmar Dietrich Dominic Eberhard Eckhard Edgar Edmund Eduard Edwin Egon
    Ekkehard Elmar Eli Elia Emilian Emilio Emin Enrico Erwin Eugen Ewald Falk Ferdinand Fiete Fynn Fin Finley Linus
    Linas Franco Frederik Frederic Fred Gereon Gero Gerold Gert Gerd Gottfried Gregor Günther Gunnar Guido Gustav Hagen
    Hannes Hans-Peter Hanspeter Karl-Heinz Hartmut Hauke Heiko Heiner Helge Hendrik Henrik Henning Henri Holm Hubert Ian
    Ignaz Ingo Ingolf Jannik Jannis Janis Janik Jannes Janosch Jaron Jasper Jens Jeremias Jeremy Jerome Jim Joachim
    Jochen Joel Johnny Jon Jona Jonah Joost Joris Joschua Jost Juri Justus Kaspar Caspar Kilian Klemens Knut Korbinian
    Kuno Lennard Lennart Lenny Lenni Leander Leandro Leonard Leonhard Leopold Levi Levin Lino Lion Lionel Leonel Lorenz
    Loris Luan Luc Luke Luka Malte Marius Marlon Marvin Mats Mathis Mattis Mateo Maurice Maik Mike Mika Mick Milo Mirko
    Mohamed Nathan Neo Nick Nico Niko Nikolas Niclas Niels Olaf Otis Paulo Pepe Percy Piet Pit Phil Quentin Quirin
    Raffael Raik Ralph Raimund Raul Reiner Rico Roman Romeo Ronny Ruben Rupert Samu Sami Sandro Sascha Silas Silvan
    Silvio Sönke Stephan Steffen Theodor Thilo Tilo Til Till Tillmann Timo Tino Titus Tjark Tristan Udo Ulf Ulrich Urs
    Valentin Veit Viktor Vito Wenzel Wendelin Wieland Willi Willy Winfried Xaver Yannick Yannis Adele Agatha Agnes
    Aileen Alana Alexa Alexandra Alicia Allison Alma Amber Amelia April Ariel Ariana Aurora Autumn Beatrice Becky Bella
    Bertha Beth Bethany Betsy Beverly Bianca Bonnie Brenda Briana Bridget Brittany Brooke Caitlin Candice Carly Carmel
    Carolyn Cassandra Cecilia Celia Charlene Chelsea Cheryl Christie Claire Clare Colleen Constance Courtney Crystal
    Daisy Danielle Daphne Darlene Dawn Deanna Debra Dolly Doreen Eden Edna Eileen Elaine Eleanor Ellen Eliza Eloise
    Elsie Erica Erin Estelle Ethel Eunice Evelyn Evie Faith Felicity Flora Florence Frances Freya Gail Gemma Genevieve
    Georgina Gillian Gina Gladys Glenda Gloria Gwen Hailey Harriet Hayley Hazel Heather Hope Imogen Isla Ivy Jackie Jane
    Janet Janice Jasmine Jeanette Jemima Jill Joan Joanne Jocelyn Jodie Joy Joyce Juanita Judy June Kara Kate Katelyn
    Katherine Katie Kayla Keira Kelly Kelsey Kerry Kirsten Kristen Kylie Kyla Lauren Leanne Leigh Leslie Lillian Lois
    Lorraine Louisa Lucille Lynn Lynne Mabel Mackenzie Maddison Madeline Maeve Marcia Marian Marjorie Marilyn Marlie
    Martha Matilda Maureen Maxine Maya Meg Melissa Mercedes Meredith Mildred Millie Milly Molly Monica Morgan Muriel
    Myra Noelle Norma Paige Patience Patsy Peggy Penelope Penny Phoebe Phyllis Poppy Priscilla Rachel Rachael Rhonda
    Robyn Rosanna Rose Rosemary Rosie Roxanne Sally Scarlett Shannon Sheila Shelley Sienna Skye Sonia Stacey Stacy
    Stephanie Summer Susannah Suzanne Tara Taylah Taylor Tegan Tessa Thelma Tiffany Tracy Tracey Trinity Victoria Violet
    Virginia Vivian Wanda Wendy Willow Yolanda Yvette Aidan Alan Allan Allen Alistair Angus Archie Asher Austin Bailey
    Barry Beau Benedict Blake Bradley Brady Brendan Brett Brock Bruce Bryan Bryce Caleb Calvin Cameron Campbell Carter
    Chad Chase Clayton Cody Cole Corey Craig Curtis Dale Damien Darren Darcy Dean Declan Derek Desmond Douglas Drew
    Duncan Dustin Dwayne Earl Eddie Elijah Elliot Ernest Eugene Evan Ewan Flynn Francis Fraser Frederick Gareth Gavin
    Geoffrey Gerald Gerard Gilbert Glen Glenn Gordon Graham Grant Hamish Harley Harold Harrison Harvey Hayden Heath
    Howard Hudson Hugh Hunter Isaac Isaiah Jackson Jaden Jake Jamie Jarrod Jay Jayden Jesse Jimmy Joe Jordan Jude Keith
    Kieran Kirk Kyle Lance Lawrence Lee Leroy Lloyd Malcolm Marcus Martyn Maxwell Melvin Miles Nathaniel Neil Nigel Noel
    Norman Owen Perry Philip Phillip Randall Reece Reginald Rex Rhys Ricky Riley Robbie Rodney Roger Ross Rowan Roy
    Russell Sam Sean Seth Shane Shaun Sidney Spencer Stanley Stuart Stewart Ted Terence Terrence Terry Theodore Toby
    Todd Tony Travis Trent Trevor Tyler Tyson Vernon Victor Wade Warren Wayne Wesley Xavier Zachary Zac Adrien Agathe
    Alexandre Alexis Amandine Anais Armand Audrey Bastien Baptiste Benoit Bertrand Brice Cecile Cedric Chantal Clement
    Clemence Colette Corinne Cyril Delphine Dominique Edouard Elodie Eliane Emmanuel Emmanuelle Etienne Eugenie Fabien
    Fabienne Fabrice Gaelle Gaston Georges Gilles Guy Herve Josette Lucien Ludovic Marguerite Marine Mathilde Maxime
    Mireille Nadege Noemie Odile Oceane Ophelie Pascale Patrice Paulette Regis Remi Remy Romain Roxane Sandrine
    Sebastien Serge Severine Solene Stephane Sylvain Thibault Veronique Virginie Yann Yves Jean-Pierre Jean-Paul
    Jean-Claude Jean-Luc Marie-Claire Marie-Louise Adela Adriana Alberto Alfonso Alonso Alvaro Amparo Angel Angeles
    Beatriz Begona Blanca Camila Carolina Catalina Cesar Claudio Consuelo Eduardo Encarnacion Enrique Ernesto Esperanza
    Esteban Federico Felipe Felisa Gonzalo Guadalupe Guillermo Gustavo Hector Ignacio Iker Jaime Jesus Jimena Joaquin
    Jordi Josep Julio Leonor Lorena Luz Marcela Marcos Margarita Mariana Mireia Montserrat Nerea Noelia Nuria Patricio
    Ramon Raquel Ricardo Rocio Rodrigo Salvador Santiago Soledad Susana Tomas Valeria Vicente Ximena Tiago Thiago Joana
    Duarte Goncalo Catarina Madalena Nuno Vasco Alessandra Alfredo Anna-Maria Arianna Camilla Caterina Cinzia Cristian
    Cristiano Domenico Edoardo Emanuele Enzo Fabio Fabrizio Federica Filippo Flavia Franca Gaia Gennaro Giacomo Gianluca
    Gianni Ginevra Gino Giorgio Giulio Giuseppina Grazia Ilaria Jacopo Letizia Loredana Luciana Luciano Lucrezia
    Marcello Massimo Mattia Maurizio Michela Michele Nicolo Pasquale Pietro Riccardo Roberta Salvatore Serena Simona
    Tiziana Tommaso Umberto Vincenzo Vittoria Vittorio Abdul Adnan Akram Amal Amin Amir Anas Anwar Asma Ayman Aya Bashir
    Bilal Dalia Dina Duaa Farah Farid Faris Fadi Faisal Ghada Habib Hadi Hala Hamid Hamza Hana Hanan Haytham Hiba Huda
    Ilyas Imad Iman Ismail Jamal Jamila Jawad Kamal Karima Laila Latifa Lubna Maha Mahdi Majid Malak Malik Mansour Marwa
    Maryam Mounir Nabil Nada Nadir Naima Najib Nasser Nawal Nizar Noor Rami Rana Rania Rashid Rayan Reem Riad Rima Sabah
    Said Salem Salim Samar Samir Samira Sana Shadi Sherif Soraya Tamer Tarek Tariq Wael Walid Yahya Yara Yasin Yassin
    Zahra Zaid Zain Zeina Ziad Arda Aylin Aysel Baris Berk Berkay Burak Burcu Büsra Cem Cemal Ceren Defne Deniz Derya
    Dilara Ebru Ece Ecrin Eda Efe Enes Engin Ercan Erdem Erkan Esra Eymen Eylül Fatih Filiz Furkan Gizem Gül Gülay Halil
    Hakan Hande Hülya Irem Ismet Kaan Kadir Kemal Kerem Kübra Leyla Melek Melike Merve Mert Mesut Metin Miray Nuray
    Nurcan Okan Onur Orhan Ömer Özge Ramazan Recep Seda Selin Serkan Sevgi Sevim Sibel Sinan Songül Sule Süleyman Tolga
    Tuba Tugba Tülay Ugur Ümit Volkan Yagmur Yasemin Yigit Zehra Zeliha Adrianna Agata Aleksander Aleksandra Antoni
    Bartosz Beata Bogdan Bozena Czeslaw Dagmara Danuta Dariusz Dawid Dominika Dorota Edyta Elzbieta Ewelina Filip
    Franciszek Grazyna Grzegorz Halina Hanna Henryk Iwona Izabela Jacek Jadwiga Jakub Janusz Jaroslaw Jerzy Jolanta
    Justyna Kacper Kamil Kamila Karol Kinga Lucyna Lukasz Maciej Maciek Marcin Marek Mariola Mariusz Marzena Mateusz
    Mieczyslaw Mikolaj Milosz Miroslaw Oliwia Patrycja Przemyslaw Radoslaw Rafal Ryszard Slawomir Stanislaw Stanislawa
    Stefania Sylwia Szymon Tadeusz Urszula Waldemar Weronika Wieslaw Wiktor Wiktoria Witold Wojciech Zbigniew Zdzislaw
    Zuzanna Zygmunt Agneta Aino Aksel Albin Arvid Asta Berit Birgitta Bjorn Britt Christer Dag Ebba Edvard Eero Einar
    Eino Eivind Elin Elina Emelie Espen Eskil Eva-Lena Fredrik Frida Frode Geir Gro Göran Gun Gunilla Gustaf Haakon
    Halvor Hedda Hege Helle Hilma Håkan Ingeborg Inger Isak Iver Jesper Joakim Jonna Jorun Jukka Kaisa Kalle Kjell
    Kjersti Kristin Kristina Lasse Leif Liv Maarit Magnus Mads Maiken Markku Mathias Matti Mette Mikael Mikkel Morten
    Nanna Oddvar Odd Oda Olav Oliwer Oluf Pekka Per Pernille Petter Ragnar Randi Rasmus Rikke Rune Saga Sanna Signe
    Sigurd Siri Sissel Siv Sofus Solveig Stein Stian Stig Stine Sune Svein Svend Søren Terje Thor Thorbjørn Tone Tor
    Tora Tore Torbjörn Tove Trine Troels Trond Tuva Tyra Vigdis Vilde Vilma Wenche Yngve Ylva Åsa Åse Bram Cas Daan
    Floor Femke Gijs Jeroen Koen Kees Lieke Luuk Maarten Marijke Milou Pieter Saar Sanne Sem Sjoerd Stijn Tess Teun
    Thijs Tijn Willem Wout Aneta Bohumil Dana Dusan Eliska Frantisek Iveta Ivo Jarmila Jaroslav Jiri Jitka Karel
    Katerina Lenka Libor Lubos Ludmila Marketa Michaela Milada Milos Miroslav Ondrej Pavel Pavla Petr Radek Stanislav
    Stepan Tereza Vaclav Vlasta Vojtech Zdenek Zuzana Zdenka Aleksandar Andjela Bojan Branko Danijela Darko Dejan Goran
    Gordana Jasmina Jovan Jovana Katarina Ljiljana Marija Milica Mirjana Nenad Nevena Petar Sanja Sasa Slobodan Snezana
    Tijana Uros Vesna Vladan Zoran Zeljko Anca Andreea Catalin Dan Florin Gheorghe Ion Ioana Ionut Mihaela Mihai Nicolae
    Radu Raluca Vasile Viorica Alena Alexandr Alla Alyona Anatoly Andriy Arkady Arina Artem Bohdan Daria Daryna Evgeny
    Evgenia Fyodor Galina Gennady Grigory Inna Kirill Ksenia Larisa Leonid Lidia Lyudmila Lyubov Maksim Mykola Mykhailo
    Nadezhda Natalya Nikita Oleg Oleksandr Olena Olesia Petro Polina Raisa Ruslan Serhiy Sofiya Taras Timur Vadim Valery
    Vasily Vitaly Vladislav Volodymyr Vyacheslav Yana Yaroslav Yegor Yelena Yulia Yuliya Yuri Zinaida Aarav Abhishek
    Aditi Aditya Ajay Akash Akshay Anand Ananya Anil Anjali Ankit Anuj Aparna Arjun Arun Asha Ashok Avni Deepa Dev Divya
    Ganesh Gaurav Geeta Gita Harish Hema Indira Isha Ishaan Jaya Jyoti Kamala Karan Kavita Kiran Krishna Kumar Lakshmi
    Lalita Mahesh Manish Manoj Meena Meera Mohan Mohit Mukesh Neha Nikhil Nisha Nitin Pooja Prakash Pramod Pranav Prasad
    Preeti Radha Rajesh Rakesh Ram Ramesh Ravi Rekha Renu Ritu Rohan Rohit Roshni Sandeep Sanjay Santosh Sarita Satish
    Seema Shanti Shilpa Shiv Shreya Sita Smita Sneha Sonal Sudha Sunil Suresh Sushma Swati Tanvi Uma Usha Varun Vijay
    Vikram Vinay Vinod Vishal Vivek Akira Aiko Ayumi Daisuke Emi Haruka Haruto Hina Hiroko Kaito Kazuko Kenji Kenta
    Makoto Mei Misaki Naoko Ren Riko Sakura Satoshi Shota Sora Takashi Takumi Yoko Yuto Yui Bao Chen Chi Duc Dung Fang
    Hai Hao Hoa Hong Hung Huong Jian Jie Jing Jun Lan Lei Mai Min Na Nam Ngoc Nhung Phuong Quang Quan Thao Thanh Thi Thu
    Tuan Trang Trung Tran Van Xin Yan Yang Ying Yong Yu Yun Zhen Amara Ama Abena Ade Adebayo Akua Amadou Aminata Awa
    Ayodele Boubacar Chidi Chinedu Efua Emeka Fatou Fatoumata Ibrahima Ifeoma Kofi Kwame Kwesi Mamadou Moussa Ngozi
    Obinna Oluwaseun Ousmane Seydou Tunde Yaa Tigist Abebe Almaz Haile Selam Mulu Abiola Amani Baraka Juma Neema Zawadi
    חיים משה דוד שרה רחל יוסף אברהם מרים חנה יעקב أمل حسن حسين عمر يوسف إبراهيم مريم زينب سارة نور خالد محمود ليلى
    Александр Андрей Алексей Наталья Ирина Екатерина Анастасия Светлана Михаил Николай Владимир Κωνσταντίνος Γιάννης
    Νίκος Αικατερίνη Βασιλική 伟 芳 娜 敏 静 丽 强 磊 军 洋 明 小明 민준 서연`,
  ],
]

const family: [share: number, names: string][] = [
  [
    0.006,
    `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Smith Jones Williams Brown Johnson Martin
    Garcia Rossi Nguyen Wang Li Zhang Yilmaz Kaya Singh Khan Ali Ahmed Patel Kumar Kim Lee Silva Santos Nielsen Hansen
    Andersson Johansson Novak Ivanov Popescu Gonzalez Rodriguez Fernandez Lopez Martinez Sanchez Perez 王 李 张 김 이 박`,
  ],
  [
    0.0015,
    `Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt
    Werner Schmitz Krause Meier Lehmann Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs
    Peters Lang Scholz Möller Weiß Jung Hahn Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck
    Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus Schumacher Krämer Vogt Stein Jäger Otto
    Sommer Groß Seidel Heinrich Brandt Haas Schreiber Graf Schulte Dietrich Ziegler Kuhn Kühn Pohl Engel Horn Busch
    Bergmann Thomas Voigt Sauer Arnold Wolff Pfeiffer Taylor Davies Davis Wilson Evans Roberts Walker Wright Robinson
    Thompson White Hughes Edwards Green Hall Wood Harris Clarke Clark Jackson Turner Hill Moore Cooper Ward Morris King
    Watson Baker Harrison Morgan Young Allen Mitchell James Anderson Phillips Lewis Scott Adams Nelson Carter Campbell
    Parker Miller Ryan Murphy Kelly O'Brien O'Connor Walsh Bennett Cook Bailey Bell Murray Stewart Gray Reid Bernard
    Dubois Robert Richard Petit Durand Leroy Moreau Laurent Lefebvre Michel Bertrand Roux Vincent Fournier Morel Girard
    Andre Mercier Dupont Lambert Bonnet Gomez Jimenez Ruiz Hernandez Diaz Moreno Alvarez Munoz Romero Alonso Gutierrez
    Navarro Torres Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti Costa Giordano
    Rizzo Ferreira Pereira Oliveira Demir Celik Sahin Yildiz Yildirim Öztürk Aydin Özdemir Arslan Dogan Kilic Aslan
    Cetin Kara Koc Kurt Özkan Haddad Hassan Hussein Mohammed Mohamed Ibrahim Mahmoud Abdullah Mansour Khalil Rahman
    Hossain Begum Sharma Gupta Verma Das Shah Chen Liu Yang Huang Zhao Wu Zhou Tran Le Pham Sato Suzuki Tanaka Park Choi
    Jansen Bakker Visser Smit Jensen Pedersen Andersen Larsen Eriksson Larsson Olsson Persson Nilsson Berg Kowalski
    Nowak Wisniewski Wojcik Kaminski Lewandowski Petrov Smirnov Kuznetsov Popov Svoboda Horvat Kovac Popa Ionescu
    Papadopoulos Иванов Иванова Петров Смирнова Παπαδόπουλος الحسيني العلي`,
  ],
]

const sharesOf = (groups: [share: number, names: string][]): Map<string, number> => {
  const shares = new Map<string, number>()
  for (const [share, names] of groups)
    for (const name of names.split(/\s+/))
      if (name) shares.set(spellingOf(name), Math.max(share, shares.get(spellingOf(name)) ?? 0))
  return shares
}

export type NameKind = 'given' | 'family'

const shares: Record<NameKind, Map<string, number>> = { given: sharesOf(given), family: sharesOf(family) }

/** Returns the share of people with a common name, 0 for other names. Takes a spelling of `spellingOf`. */
export const commonShare = (kind: NameKind, spelling: string): number => shares[kind].get(spelling) ?? 0
