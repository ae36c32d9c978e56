BEGIN TRANSACTION;
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE areas (
	game VARCHAR(32) NOT NULL, 
	turn INTEGER NOT NULL, 
	nr INTEGER NOT NULL, 
	kind VARCHAR(5) NOT NULL, 
	value INTEGER NOT NULL, 
	spaces TEXT NOT NULL, 
	until INTEGER NOT NULL, 
	caster VARCHAR(1) NOT NULL, 
	PRIMARY KEY (game, turn, nr), 
	FOREIGN KEY(game, turn) REFERENCES turns (game, turn) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE effects (
	game VARCHAR(32) NOT NULL, 
	turn INTEGER NOT NULL, 
	letter VARCHAR(1) NOT NULL, 
	effect VARCHAR(8) NOT NULL, 
	until INTEGER NOT NULL, 
	PRIMARY KEY (game, turn, letter, effect), 
	FOREIGN KEY(game, turn) REFERENCES turns (game, turn) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE events (
	game VARCHAR(32) NOT NULL, 
	turn INTEGER NOT NULL, 
	phase INTEGER NOT NULL, 
	told TEXT NOT NULL, 
	PRIMARY KEY (game, turn, phase), 
	FOREIGN KEY(game, turn) REFERENCES turns (game, turn) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('sample',1,0,'[[0,["TurnBegan",1],""]]');
INSERT INTO "events" VALUES('sample',1,1,'[[0,["PhaseBegan",1],""],[4,["OrderRefused","C","CAST SpAid","CAST-2","he does not hold scroll SpAid","rest"],"C"],[4,["OrderRefused","K","CAST ProEl","CAST-2","he does not hold scroll ProEl","rest"],"K"],[4,["SpellRead","M","TelPt",false,"NE",6,0],"M"],[4,["SpellTried","M","TelPt",false,true,100,-87,100,false,""],"M"],[4,["Teleported","M",312,288],"M"],[4,["ScrollKept","M","TelPt",1],"M"],[8,["Meditated","D",10],"D"],[8,["Meditated","E",11],"E"],[8,["Meditated","G",10],"G"],[8,["Meditated","I",11],"I"],[8,["Meditated","L",11],"L"],[9,["Rested","A",0],"A"],[9,["Rested","B",0],"B"],[9,["Rested","C",0],"C"],[9,["Rested","F",0],"F"],[9,["Rested","H",0],"H"],[9,["Rested","J",0],"J"],[9,["Rested","K",0],"K"]]');
INSERT INTO "events" VALUES('sample',1,2,'[[0,["PhaseBegan",2],""],[4,["OrderRefused","M","CAST RcAid","CAST-2","he does not hold scroll RcAid","rest"],"M"],[5,["Moved","H",307,283,"NE",2,100],"H"],[5,["Moved","G",317,293,"NE",2,100],"G"],[5,["Moved","B",305,280,"NW",2,100],"B"],[5,["Moved","D",323,298,"NW",2,100],"D"],[5,["Moved","F",311,286,"NW",2,100],"F"],[5,["Moved","C",313,288,"NW",2,100],"C"],[5,["Moved","K",303,279,"NE",2,100],"K"],[5,["Moved","L",301,276,"NW",2,100],"L"],[5,["Moved","A",319,295,"NE",2,100],"A"],[5,["Moved","I",309,284,"NW",2,100],"I"],[5,["Moved","E",321,297,"NE",2,100],"E"],[5,["Moved","J",315,291,"NE",2,100],"J"],[9,["Rested","M",0],"M"]]');
INSERT INTO "events" VALUES('sample',1,3,'[[0,["PhaseBegan",3],""],[4,["OrderRefused","H","CAST Plyze C","CAST-2","he does not hold scroll Plyze","rest"],"H"],[6,["ScrollFound","A","Plyze",true],"A"],[6,["Searched","A",295,3,false],"A"],[6,["Searched","B",280,2,true],"B"],[6,["ScrollFound","D","FogMp",true],"D"],[6,["Searched","D",298,2,false],"D"],[6,["Searched","E",297,2,true],"E"],[6,["ScrollFound","F","DrArt",true],"F"],[6,["Searched","F",286,4,false],"F"],[6,["Searched","I",284,1,true],"I"],[6,["ScrollFound","J","Confs",true],"J"],[6,["Searched","J",291,3,false],"J"],[6,["Searched","M",288,2,true],"M"],[8,["Meditated","C",11],"C"],[8,["Meditated","G",10],"G"],[9,["Rested","H",2],"H"],[9,["Rested","K",2],"K"],[9,["Rested","L",2],"L"]]');
INSERT INTO "events" VALUES('sample',1,4,'[[0,["PhaseBegan",4],""],[3,["OrderRefused","I","DON GREEN","SEQ-3","he holds no green cloak","rest"],"I"],[5,["Moved","G",293,270,"NE",6,100],"G"],[5,["Moved","B",280,257,"NE",4,100],"B"],[5,["Moved","D",298,275,"NE",4,100],"D"],[5,["Moved","K",279,255,"NW",4,100],"K"],[5,["Moved","M",288,264,"NW",3,50],"M"],[5,["Moved","C",288,265,"NE",6,100],"C"],[5,["Moved","L",276,253,"NE",4,100],"L"],[5,["Moved","F",286,263,"NE",6,100],"F"],[5,["Moved","A",295,271,"NW",6,100],"A"],[5,["Moved","J",291,268,"NE",6,100],"J"],[6,["Searched","H",283,2,true],"H"],[9,["Rested","E",4],"E"],[9,["Rested","I",3],"I"]]');
INSERT INTO "events" VALUES('sample',1,5,'[[0,["PhaseBegan",5],""],[4,["OrderRefused","J","CAST ScArt HELM","CAST-2","he does not hold scroll ScArt","rest"],"J"],[5,["Moved","I",284,261,"NE",2,50],"I"],[6,["Searched","C",265,3,true],"C"],[6,["Searched","E",297,1,true],"E"],[6,["Searched","G",270,14,true],"G"],[6,["ScrollFound","K","ElDrp",true],"K"],[6,["Searched","K",255,32,false],"K"],[6,["Searched","L",253,1,true],"L"],[8,["Meditated","A",11],"A"],[8,["Meditated","D",10],"D"],[8,["Meditated","F",11],"F"],[8,["Meditated","H",10],"H"],[8,["Meditated","M",15],"M"],[9,["Rested","B",8],"B"],[9,["Rested","J",7],"J"]]');
INSERT INTO "events" VALUES('sample',1,6,'[[0,["PhaseBegan",6],""]]');
CREATE TABLE games (
	id VARCHAR(32) NOT NULL, 
	title TEXT NOT NULL, 
	scenario TEXT NOT NULL, 
	seed BLOB NOT NULL, 
	seed_hash VARCHAR(64) NOT NULL, 
	pace_days INTEGER NOT NULL, 
	created_at VARCHAR(32) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('sample','Classic','title = "Classic"
description = """
The shipped arena: plains and forest along four winding rivers, hills behind them,
desert and bare mountains above, and a mountain of ice and fire around the Goal Square.
"""
seed = "classic 33"  # what the arena was generated from; leave it out once redrawn

[options]
cloaks_per_colour = 3
spell_figures = "descriptions"

[map]
# ~ ocean, = river, c coastal, p plains, f forest, h hills,
# s swamp, d desert, m mountain, g glacial, v volcanic
starts = ["y2", "y4", "y6", "y8", "y10", "y12", "y14", "y16", "y18", "y20", "y22", "y24"]
ebon = "y13"
rows = ''''''
a:                          v
b:                         v v
c:                        v v v
d:                       g g v v
e:                      g g g m d
f:                     g m m m g d
g:                    m m m m m g d
h:                   m m m m m d m d
i:                  d d d m m d m d m
j:                 d m m d d d m m d m
k:                d d d d d d d m m d m
l:               d h h d f f d m m m h m
m:              h h = h f f m m m m m h h
n:             h h = f f h h h h m f h h h
o:            h f = f f f f h f h f h h d h
p:           h h f = f f h h h f f f f f d p
q:          f f h h = = f f f h h h h f = p p
r:         f p f h f f = s s = h h f h f = p p
s:        f p p f p p p = f f = h h f = f = p p
t:       p p h h p p p f = f = h h f = f = f f f
u:      p p = = p p p f f = = f p f s = = s s f f
v:     p p p p = p p p f = f f p f f s s = s s f p
w:    p p = p = p p p f = f f f f f f f s = = f p p
x:   p p = p p = p p p = f f f f f f f f f f = p p p
y:  c c = c c c = c c c = c c c c c c c c c = c c c c
z: ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
''''''

[lying]
d3 = ["orb"]
g5 = ["cloak:violet"]
h1 = ["scepter"]
h2 = ["cloak:orange"]
h3 = ["ankh"]
i7 = ["cross"]
i9 = ["cloak:blue"]
j1 = ["cloak:red"]
j7 = ["helm"]
j8 = ["crown"]
k1 = ["medallion"]
k8 = ["cloak:green"]
k11 = ["lamp"]
l2 = ["tome"]
l4 = ["cloak:yellow"]
l5 = ["pendant"]
m1 = ["cloak:blue"]
n7 = ["cloak:red"]
n12 = ["rod"]
o15 = ["cloak:orange"]
p2 = ["cloak:green"]
p5 = ["candle"]
q9 = ["cloak:violet"]
r1 = ["cloak:yellow"]
s1 = ["cloak:violet"]
t19 = ["cloak:yellow"]
u20 = ["cloak:red"]
v13 = ["cloak:blue"]
w9 = ["cloak:orange"]
x19 = ["cloak:green"]
',X'616E206F6666696365206F662074686520666972737420736368656D61','516a659d1d547007b912de814721e834f39a6559ba2d2a98bc3660ede640acdf',14,'2026-11-01T12:00:00+00:00');
CREATE TABLE inbox (
	id INTEGER NOT NULL, 
	message_id TEXT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	received_at VARCHAR(32) NOT NULL, 
	sender TEXT NOT NULL, 
	subject TEXT NOT NULL, 
	outcome VARCHAR(8) NOT NULL, 
	reason TEXT NOT NULL, 
	game VARCHAR(32), 
	turn INTEGER, 
	letter VARCHAR(1), 
	path TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (digest)
);
INSERT INTO "inbox" VALUES(1,'<1a0.thunderbird@example.org>','e8b952fde3db410cd03bf2024dd015df0fa74cb1fa4f1b3eebd5e0e7224478d7','2026-11-01T12:00:00+00:00','ann.dubois@example.org','Magika orders turn 1','accepted','','sample',1,'A','turns/sample/1/A-e8b952fde3db410c.eml');
INSERT INTO "inbox" VALUES(2,'<1b1.gmail@example.net>','d9d38548dbda28d6c9124202216164743f8f2e77cdbb223f913032d77089eaba','2026-11-01T12:00:00+00:00','bjorn@example.net','Magika orders turn 1','accepted','','sample',1,'B','turns/sample/1/B-d9d38548dbda28d6.eml');
INSERT INTO "inbox" VALUES(3,'<1c2.outlook@example.com>','c1e2d50cc689acf0814437359c96c318e4a87eb74163ef791fcd4b98e0efe865','2026-11-01T12:00:00+00:00','carol.w@example.com','Magika orders turn 1','accepted','','sample',1,'C','turns/sample/1/C-c1e2d50cc689acf0.eml');
INSERT INTO "inbox" VALUES(4,'<1c22.outlook@example.com>','7c24113f824043e2c8425a155718fecce6513ad0328b8390ab6ca6e0cc2cdde5','2026-11-01T12:00:00+00:00','carol.w@example.com','Magika orders turn 1','accepted','replaces earlier orders','sample',1,'C','turns/sample/1/C-7c24113f824043e2.eml');
INSERT INTO "inbox" VALUES(5,'<1d3.apple@example.org>','1fe54925906f58c6f0f14718699499b7350de79d0fa6d7a19cb2e3fecf2b1f4f','2026-11-01T12:00:00+00:00','dusan.novak@example.org','Re: Magika game sample, turn 0','refused','the password is missing or not the right one; your orders were not taken','sample',1,'D','turns/sample/1/D-1fe54925906f58c6.eml');
INSERT INTO "inbox" VALUES(6,'<1d23.apple@example.org>','189dc9f91458ab8deb88a7e9a18d7234592f100fa4d65e6209b01c7abfe79b0b','2026-11-01T12:00:00+00:00','dusan.novak@example.org','Re: Magika game sample, turn 0','accepted','','sample',1,'D','turns/sample/1/D-189dc9f91458ab8d.eml');
INSERT INTO "inbox" VALUES(7,'<1e4.thunderbird@example.net>','99afeefd39df9606889de27a1ec127b2f7a0da77f209958aac8e6bf1c6b9b881','2026-11-01T12:00:00+00:00','emily@example.net','Magika orders turn 1','accepted','','sample',1,'E','turns/sample/1/E-99afeefd39df9606.eml');
INSERT INTO "inbox" VALUES(8,'<1f5.roundcube@example.com>','1f6732abf1393f8d40d3db51967fefe882c8ba9771462f4f1f7755592dbc7cdb','2026-11-01T12:00:00+00:00','f.leveque@example.com','Magika orders turn 1','accepted','','sample',1,'F','turns/sample/1/F-1f6732abf1393f8d.eml');
INSERT INTO "inbox" VALUES(9,'<1g6.k9@example.org>','519592c6b57fc3af13b3a7074bc6ea3fafc77250c018f963f48558df6fbe2d15','2026-11-01T12:00:00+00:00','grace.kim@example.org','Magika orders turn 1','accepted','','sample',1,'G','turns/sample/1/G-519592c6b57fc3af.eml');
INSERT INTO "inbox" VALUES(10,'<1h7.pegasus@example.net>','a8999a22f3140a54a6cebbc8872973a0631f09629c5000b88877384cdec06a9d','2026-11-01T12:00:00+00:00','h.mueller@example.net','Magika orders turn 1','accepted','','sample',1,'H','turns/sample/1/H-a8999a22f3140a54.eml');
INSERT INTO "inbox" VALUES(11,'<1i8.mutt@example.com>','1e8abb4d929b2e38200c35102855262ecc08b065180f87e2f328d5f1fe27b9e5','2026-11-01T12:00:00+00:00','iris@example.com','Re: Magika game sample, turn 0','accepted','','sample',1,'I','turns/sample/1/I-1e8abb4d929b2e38.eml');
INSERT INTO "inbox" VALUES(12,'<1j9.gmail@example.org>','a30ee9a43d3fdda74d286a2557ca4c686016106c8a79b5886acc88de74ba549d','2026-11-01T12:00:00+00:00','jose.pena@example.org','Magika orders turn 1','accepted','','sample',1,'J','turns/sample/1/J-a30ee9a43d3fdda7.eml');
INSERT INTO "inbox" VALUES(13,'<1k10.outlook@example.net>','729ff09e8d483f4b87c53d70ba86326ec3b210df195f8bdda071530ef13d2ce6','2026-11-01T12:00:00+00:00','karol@example.net','Magika orders turn 1','accepted','','sample',1,'K','turns/sample/1/K-729ff09e8d483f4b.eml');
INSERT INTO "inbox" VALUES(14,'<1l11.apple@example.com>','71714db2db8e712b70bb84009ab452f310f8e2c90af3254de2f91fb4da891d9f','2026-11-01T12:00:00+00:00','lucy.marsh@example.com','Re: Magika game sample, turn 0','accepted','','sample',1,'L','turns/sample/1/L-71714db2db8e712b.eml');
INSERT INTO "inbox" VALUES(15,'<1m12.thunderbird@example.org>','1b417594e869ecbf035b746c0eee74e27ce18762508760b5109c246f67d32e6c','2026-11-01T12:00:00+00:00','mal@example.org','Magika orders turn 1','accepted','','sample',1,'M','turns/sample/1/M-1b417594e869ecbf.eml');
CREATE TABLE mages (
	game VARCHAR(32) NOT NULL, 
	turn INTEGER NOT NULL, 
	letter VARCHAR(1) NOT NULL, 
	name TEXT NOT NULL, 
	race VARCHAR(10) NOT NULL, 
	alignment VARCHAR(8) NOT NULL, 
	space VARCHAR(3) NOT NULL, 
	endurance INTEGER NOT NULL, 
	arcania INTEGER NOT NULL, 
	skill INTEGER NOT NULL, 
	aptitude INTEGER NOT NULL, 
	max_endurance INTEGER NOT NULL, 
	max_arcania INTEGER NOT NULL, 
	team VARCHAR(8) NOT NULL, 
	barred BOOLEAN NOT NULL, 
	boosted VARCHAR(24) NOT NULL, 
	unconscious BOOLEAN NOT NULL, 
	may_uncloak BOOLEAN NOT NULL, 
	moves INTEGER NOT NULL, 
	rests INTEGER NOT NULL, 
	demands INTEGER NOT NULL, 
	travelled BOOLEAN NOT NULL, 
	dropped BOOLEAN NOT NULL, 
	PRIMARY KEY (game, turn, letter), 
	FOREIGN KEY(game, turn) REFERENCES turns (game, turn) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "mages" VALUES('sample',0,'A','Aletheia','elf','good','y20',95,50,75,90,95,105,'black',0,'',0,0,0,0,0,0,0);
INSERT INTO "mages" VALUES('sample',0,'B','Borgir','dwarf','good','y6',110,50,65,90,110,95,'black',0,'',0,0,0,0,0,0,0);
INSERT INTO "mages" VALUES('sample',0,'C','Caradoc','human','good','y14',100,50,70,90,100,100,'black',0,'',0,0,0,0,0,0,0);
INSERT INTO "mages" VALUES('sample',0,'D','Dorn','goblin','neutral','y24',110,50,65,5,110,95,'black',0,'',0,0,0,0,0,0,0);
INSERT INTO "mages" VALUES('sample',0,'E','Esme','halfling','neutral','y22',90,50,70,5,90,100,'black',0,'',0,0,0,0,0,0,0);
INSERT INTO "mages" VALUES('sample',0,'F','Fenouil','human','neutral','y12',100,50,70,5,100,100,'black',0,'',0,0,0,0,0,0,0);
INSERT INTO "mages" VALUES('sample',0,'G','Gilda','dwarf','neutral','y18',110,50,65,-5,110,95,'black',0,'',0,0,0,0,0,0,0);
INSERT INTO "mages" VALUES('sample',0,'H','Hrug','goblin','evil','y8',110,50,65,-90,110,95,'black',0,'',0,0,0,0,0,0,0);
INSERT INTO "mages" VALUES('sample',0,'I','Ismene','elf','evil','y10',95,50,75,-90,95,105,'black',0,'',0,0,0,0,0,0,0);
INSERT INTO "mages" VALUES('sample',0,'J','Jacaranda','halfling','evil','y16',90,50,70,-90,90,100,'black',0,'',0,0,0,0,0,0,0);
INSERT INTO "mages" VALUES('sample',0,'K','Kestrel','human','evil','y4',100,50,70,-90,100,100,'black',0,'',0,0,0,0,0,0,0);
INSERT INTO "mages" VALUES('sample',0,'L','Linnet','elf','good','y2',95,50,75,90,95,105,'black',0,'',0,0,0,0,0,0,0);
INSERT INTO "mages" VALUES('sample',0,'M','Malachar','human','evil','y13',100,50,100,-90,100,100,'black',0,'',0,0,0,0,0,0,0);
INSERT INTO "mages" VALUES('sample',1,'A','Aletheia','elf','good','w19',84,61,75,90,95,105,'black',0,'',0,0,2,1,0,1,0);
INSERT INTO "mages" VALUES('sample',1,'B','Borgir','dwarf','good','w5',110,50,65,90,110,95,'black',0,'',0,0,2,2,0,1,0);
INSERT INTO "mages" VALUES('sample',1,'C','Caradoc','human','good','w13',89,61,70,90,100,100,'black',0,'',0,0,2,1,0,1,0);
INSERT INTO "mages" VALUES('sample',1,'D','Dorn','goblin','neutral','w23',102,70,65,5,110,95,'black',0,'',0,0,2,0,0,1,0);
INSERT INTO "mages" VALUES('sample',1,'E','Esme','halfling','neutral','x22',89,61,70,5,90,100,'black',0,'',0,0,1,1,0,1,0);
INSERT INTO "mages" VALUES('sample',1,'F','Fenouil','human','neutral','w11',88,61,70,5,100,100,'black',0,'',0,0,2,1,0,1,0);
INSERT INTO "mages" VALUES('sample',1,'G','Gilda','dwarf','neutral','w18',88,70,65,-5,110,95,'black',0,'',0,0,2,0,0,1,0);
INSERT INTO "mages" VALUES('sample',1,'H','Hrug','goblin','evil','x8',108,60,65,-90,110,95,'black',0,'',0,0,1,2,0,1,0);
INSERT INTO "mages" VALUES('sample',1,'I','Ismene','elf','evil','w9',93,61,75,-90,95,105,'black',0,'',0,0,2,1,0,1,0);
INSERT INTO "mages" VALUES('sample',1,'J','Jacaranda','halfling','evil','w16',86,50,70,-90,90,100,'black',0,'',0,0,2,2,0,1,0);
INSERT INTO "mages" VALUES('sample',1,'K','Kestrel','human','evil','w3',64,50,70,-90,100,100,'black',0,'',0,0,2,2,0,1,0);
INSERT INTO "mages" VALUES('sample',1,'L','Linnet','elf','good','w1',90,61,75,90,95,105,'black',0,'',0,0,2,1,0,1,0);
INSERT INTO "mages" VALUES('sample',1,'M','Malachar','human','evil','w12',95,59,100,-87,100,100,'black',0,'',0,0,1,1,0,1,0);
CREATE TABLE messages (
	game VARCHAR(32) NOT NULL, 
	turn INTEGER NOT NULL, 
	nr INTEGER NOT NULL, 
	sender VARCHAR(1) NOT NULL, 
	addressee VARCHAR(8) NOT NULL, 
	anonymous BOOLEAN NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (game, turn, nr), 
	FOREIGN KEY(game, turn) REFERENCES turns (game, turn) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "messages" VALUES('sample',1,0,'I','A',0,'Shall we share a colour? I have seen green by the river.');
INSERT INTO "messages" VALUES('sample',1,1,'L','ALL',1,'The west bank is mine.
Who goes there, goes alone.');
CREATE TABLE outbox (
	id INTEGER NOT NULL, 
	message_id TEXT NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	game VARCHAR(32), 
	turn INTEGER, 
	letter VARCHAR(1), 
	recipient TEXT NOT NULL, 
	subject TEXT NOT NULL, 
	in_reply_to TEXT NOT NULL, 
	body TEXT, 
	created_at VARCHAR(32) NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	tries INTEGER NOT NULL, 
	error TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (message_id)
);
INSERT INTO "outbox" VALUES(1,'<report-sample-0-A-1793534400000000@example.org>','report','sample',0,'A','ann.dubois@example.org','Magika game sample, turn 0: Aletheia (A)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(2,'<report-sample-0-B-1793534400000000@example.org>','report','sample',0,'B','bjorn@example.net','Magika game sample, turn 0: Borgir (B)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(3,'<report-sample-0-C-1793534400000000@example.org>','report','sample',0,'C','carol.w@example.com','Magika game sample, turn 0: Caradoc (C)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(4,'<report-sample-0-D-1793534400000000@example.org>','report','sample',0,'D','dusan.novak@example.org','Magika game sample, turn 0: Dorn (D)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(5,'<report-sample-0-E-1793534400000000@example.org>','report','sample',0,'E','emily@example.net','Magika game sample, turn 0: Esme (E)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(6,'<report-sample-0-F-1793534400000000@example.org>','report','sample',0,'F','f.leveque@example.com','Magika game sample, turn 0: Fenouil (F)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(7,'<report-sample-0-G-1793534400000000@example.org>','report','sample',0,'G','grace.kim@example.org','Magika game sample, turn 0: Gilda (G)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(8,'<report-sample-0-H-1793534400000000@example.org>','report','sample',0,'H','h.mueller@example.net','Magika game sample, turn 0: Hrug (H)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(9,'<report-sample-0-I-1793534400000000@example.org>','report','sample',0,'I','iris@example.com','Magika game sample, turn 0: Ismene (I)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(10,'<report-sample-0-J-1793534400000000@example.org>','report','sample',0,'J','jose.pena@example.org','Magika game sample, turn 0: Jacaranda (J)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(11,'<report-sample-0-K-1793534400000000@example.org>','report','sample',0,'K','karol@example.net','Magika game sample, turn 0: Kestrel (K)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(12,'<report-sample-0-L-1793534400000000@example.org>','report','sample',0,'L','lucy.marsh@example.com','Magika game sample, turn 0: Linnet (L)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(13,'<report-sample-0-M-1793534400000000@example.org>','report','sample',0,'M','mal@example.org','Magika game sample, turn 0: Malachar (M)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(14,'<acknowledge-e8b952fde3db410cd03bf202@example.org>','acknowledge','sample',1,'A','ann.dubois@example.org','Magika game sample, mage A: orders accepted','<1a0.thunderbird@example.org>','Dear Ann Dubois,

Your orders are accepted.

Game sample, turn 1, mage A

  1 REST
  2 MOVE NE
  3 SEARCH
  4 MOVE NW
  5 MEDITATE


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(15,'<acknowledge-d9d38548dbda28d6c9124202@example.org>','acknowledge','sample',1,'B','bjorn@example.net','Magika game sample, mage B: orders accepted','<1b1.gmail@example.net>','Dear Björn Åkesson,

Your orders are accepted.

Game sample, turn 1, mage B

  1 REST
  2 MOVE NW
  3 SEARCH
  4 MOVE NE
  5 REST


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(16,'<acknowledge-c1e2d50cc689acf081443735@example.org>','acknowledge','sample',1,'C','carol.w@example.com','Magika game sample, mage C: orders accepted','<1c2.outlook@example.com>','Dear Carol Whitfield,

Your orders are accepted.

Game sample, turn 1, mage C

  1 REST
  2 MOVE NE
  3 REST
  4 MOVE NE
  5 REST


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(17,'<acknowledge-7c24113f824043e2c8425a15@example.org>','acknowledge','sample',1,'C','carol.w@example.com','Magika game sample, mage C: orders accepted','<1c22.outlook@example.com>','Dear Carol Whitfield,

Your orders are accepted. They replace, whole, the orders you sent before.

Game sample, turn 1, mage C

  1 CAST SpAid
  2 MOVE NW
  3 MEDITATE
  4 MOVE NE
  5 SEARCH

Warnings (legal as written, but as you stand now you could not do it):
  phase 1: you do not hold scroll SpAid (CAST-2)


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(18,'<refusal-1fe54925906f58c6f0f14718@example.org>','refusal','sample',1,'D','dusan.novak@example.org','Magika game sample, mage D: orders NOT accepted','<1d3.apple@example.org>','Dear Dušan Novák,

Your orders were NOT accepted: the password is missing or not the right one; your orders were not taken.

What was read: Game sample, turn 1, mage D

  1 MEDITATE
  2 MOVE NW
  3 SEARCH
  4 MOVE NE
  5 MEDITATE


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(19,'<acknowledge-189dc9f91458ab8deb88a7e9@example.org>','acknowledge','sample',1,'D','dusan.novak@example.org','Magika game sample, mage D: orders accepted','<1d23.apple@example.org>','Dear Dušan Novák,

Your orders are accepted.

Game sample, turn 1, mage D

  1 MEDITATE
  2 MOVE NW
  3 SEARCH
  4 MOVE NE
  5 MEDITATE


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(20,'<acknowledge-99afeefd39df9606889de27a@example.org>','acknowledge','sample',1,'E','emily@example.net','Magika game sample, mage E: orders accepted','<1e4.thunderbird@example.net>','Dear Emily Okafor,

Your orders are accepted.

Game sample, turn 1, mage E

  1 MEDITATE
  2 MOVE NE
  3 SEARCH
  4 REST    (line 11 has an error)
  5 SEARCH

Errors (an order with an error becomes Rest):
  line 11, phase 4: STUT is not a spell code or a scroll''s number (S1, S2 …); did you mean Stutt?


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(21,'<acknowledge-1f6732abf1393f8d40d3db51@example.org>','acknowledge','sample',1,'F','f.leveque@example.com','Magika game sample, mage F: orders accepted','<1f5.roundcube@example.com>','Dear François Lévêque,

Your orders are accepted.

Game sample, turn 1, mage F

  1 REST
  2 MOVE NW
  3 SEARCH
  4 MOVE NE
  5 MEDITATE


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(22,'<acknowledge-519592c6b57fc3af13b3a707@example.org>','acknowledge','sample',1,'G','grace.kim@example.org','Magika game sample, mage G: orders accepted','<1g6.k9@example.org>','Dear Grace Kim,

Your orders are accepted.

Game sample, turn 1, mage G

  1 MEDITATE
  2 MOVE NE
  3 MEDITATE
  4 MOVE NE
  5 SEARCH


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(23,'<acknowledge-a8999a22f3140a54a6cebbc8@example.org>','acknowledge','sample',1,'H','h.mueller@example.net','Magika game sample, mage H: orders accepted','<1h7.pegasus@example.net>','Dear Hans Müller,

Your orders are accepted.

Game sample, turn 1, mage H

  1 REST
  2 MOVE NE
  3 CAST Plyze C
  4 SEARCH
  5 MEDITATE

Warnings (legal as written, but as you stand now you could not do it):
  phase 3: you do not hold scroll Plyze (CAST-2)


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(24,'<acknowledge-1e8abb4d929b2e38200c3510@example.org>','acknowledge','sample',1,'I','iris@example.com','Magika game sample, mage I: orders accepted','<1i8.mutt@example.com>','Dear Iris Papadaki,

Your orders are accepted.

Game sample, turn 1, mage I

  1 MEDITATE
  2 MOVE NW
  3 SEARCH
  4 DON GREEN
  5 MOVE NE

Warnings (legal as written, but as you stand now you could not do it):
  phase 4: you hold no green cloak (SEQ-3)

Message to A:
  | Shall we share a colour? I have seen green by the river.


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(25,'<acknowledge-a30ee9a43d3fdda74d286a25@example.org>','acknowledge','sample',1,'J','jose.pena@example.org','Magika game sample, mage J: orders accepted','<1j9.gmail@example.org>','Dear José Peña,

Your orders are accepted.

Game sample, turn 1, mage J

  1 REST
  2 MOVE NE
  3 SEARCH
  4 MOVE NE
  5 CAST ScArt HELM

Warnings (legal as written, but as you stand now you could not do it):
  phase 5: you do not hold scroll ScArt (CAST-2)


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(26,'<acknowledge-729ff09e8d483f4b87c53d70@example.org>','acknowledge','sample',1,'K','karol@example.net','Magika game sample, mage K: orders accepted','<1k10.outlook@example.net>','Dear Karol Wójcik,

Your orders are accepted.

Game sample, turn 1, mage K

  1 CAST ProEl
  2 MOVE NE
  3 REST
  4 MOVE NW
  5 SEARCH

Warnings (legal as written, but as you stand now you could not do it):
  phase 1: you do not hold scroll ProEl (CAST-2)


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(27,'<acknowledge-71714db2db8e712b70bb8400@example.org>','acknowledge','sample',1,'L','lucy.marsh@example.com','Magika game sample, mage L: orders accepted','<1l11.apple@example.com>','Dear Lucy Marsh,

Your orders are accepted.

Game sample, turn 1, mage L

  1 MEDITATE
  2 MOVE NW
  3 REST
  4 MOVE NE
  5 SEARCH

Message to ALL, anonymous:
  | The west bank is mine.
  | Who goes there, goes alone.


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(28,'<acknowledge-1b417594e869ecbf035b746c@example.org>','acknowledge','sample',1,'M','mal@example.org','Magika game sample, mage M: orders accepted','<1m12.thunderbird@example.org>','Dear Mal Ashdown,

Your orders are accepted.

Game sample, turn 1, mage EBON

  1 CAST TelPt NE
  2 CAST RcAid
  3 SEARCH
  4 MOVE NW
  5 MEDITATE

Warnings (legal as written, but as you stand now you could not do it):
  phase 2: you do not hold scroll RcAid (CAST-2)


Turn 1 is processed after Sunday 15 November 2026, 18:00 AST. Until then a later sheet replaces this one whole.

The Game Master
','2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(29,'<report-sample-1-A-1793534400000000@example.org>','report','sample',1,'A','ann.dubois@example.org','Magika game sample, turn 1: Aletheia (A)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(30,'<report-sample-1-B-1793534400000000@example.org>','report','sample',1,'B','bjorn@example.net','Magika game sample, turn 1: Borgir (B)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(31,'<report-sample-1-C-1793534400000000@example.org>','report','sample',1,'C','carol.w@example.com','Magika game sample, turn 1: Caradoc (C)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(32,'<report-sample-1-D-1793534400000000@example.org>','report','sample',1,'D','dusan.novak@example.org','Magika game sample, turn 1: Dorn (D)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(33,'<report-sample-1-E-1793534400000000@example.org>','report','sample',1,'E','emily@example.net','Magika game sample, turn 1: Esme (E)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(34,'<report-sample-1-F-1793534400000000@example.org>','report','sample',1,'F','f.leveque@example.com','Magika game sample, turn 1: Fenouil (F)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(35,'<report-sample-1-G-1793534400000000@example.org>','report','sample',1,'G','grace.kim@example.org','Magika game sample, turn 1: Gilda (G)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(36,'<report-sample-1-H-1793534400000000@example.org>','report','sample',1,'H','h.mueller@example.net','Magika game sample, turn 1: Hrug (H)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(37,'<report-sample-1-I-1793534400000000@example.org>','report','sample',1,'I','iris@example.com','Magika game sample, turn 1: Ismene (I)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(38,'<report-sample-1-J-1793534400000000@example.org>','report','sample',1,'J','jose.pena@example.org','Magika game sample, turn 1: Jacaranda (J)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(39,'<report-sample-1-K-1793534400000000@example.org>','report','sample',1,'K','karol@example.net','Magika game sample, turn 1: Kestrel (K)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(40,'<report-sample-1-L-1793534400000000@example.org>','report','sample',1,'L','lucy.marsh@example.com','Magika game sample, turn 1: Linnet (L)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
INSERT INTO "outbox" VALUES(41,'<report-sample-1-M-1793534400000000@example.org>','report','sample',1,'M','mal@example.org','Magika game sample, turn 1: Malachar (M)','',NULL,'2026-11-01T12:00:00+00:00','waiting',0,'');
CREATE TABLE played (
	game VARCHAR(32) NOT NULL, 
	turn INTEGER NOT NULL, 
	letter VARCHAR(1) NOT NULL, 
	how VARCHAR(8) NOT NULL, 
	orders TEXT NOT NULL, 
	PRIMARY KEY (game, turn, letter), 
	FOREIGN KEY(game, turn) REFERENCES turns (game, turn) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "played" VALUES('sample',1,'A','mailed','REST
MOVE NE
SEARCH
MOVE NW
MEDITATE');
INSERT INTO "played" VALUES('sample',1,'B','mailed','REST
MOVE NW
SEARCH
MOVE NE
REST');
INSERT INTO "played" VALUES('sample',1,'C','mailed','CAST SpAid
MOVE NW
MEDITATE
MOVE NE
SEARCH');
INSERT INTO "played" VALUES('sample',1,'D','mailed','MEDITATE
MOVE NW
SEARCH
MOVE NE
MEDITATE');
INSERT INTO "played" VALUES('sample',1,'E','mailed','MEDITATE
MOVE NE
SEARCH
REST
SEARCH');
INSERT INTO "played" VALUES('sample',1,'F','mailed','REST
MOVE NW
SEARCH
MOVE NE
MEDITATE');
INSERT INTO "played" VALUES('sample',1,'G','mailed','MEDITATE
MOVE NE
MEDITATE
MOVE NE
SEARCH');
INSERT INTO "played" VALUES('sample',1,'H','mailed','REST
MOVE NE
CAST Plyze C
SEARCH
MEDITATE');
INSERT INTO "played" VALUES('sample',1,'I','mailed','MEDITATE
MOVE NW
SEARCH
DON GREEN
MOVE NE');
INSERT INTO "played" VALUES('sample',1,'J','mailed','REST
MOVE NE
SEARCH
MOVE NE
CAST ScArt HELM');
INSERT INTO "played" VALUES('sample',1,'K','mailed','CAST ProEl
MOVE NE
REST
MOVE NW
SEARCH');
INSERT INTO "played" VALUES('sample',1,'L','mailed','MEDITATE
MOVE NW
REST
MOVE NE
SEARCH');
INSERT INTO "played" VALUES('sample',1,'M','mailed','CAST TelPt NE
CAST RcAid
SEARCH
MOVE NW
MEDITATE');
CREATE TABLE players (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	address TEXT NOT NULL, 
	email TEXT NOT NULL, 
	account VARCHAR(16) NOT NULL, 
	balance_cents INTEGER NOT NULL, 
	currency VARCHAR(3) NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (account)
);
INSERT INTO "players" VALUES(1,'Ann Dubois','12 Rue Haute, Namur, Belgium','ann.dubois@example.org','P0001',1050,'USD');
INSERT INTO "players" VALUES(2,'Björn Åkesson','Storgatan 4, Umeå, Sweden','bjorn@example.net','P0002',1050,'USD');
INSERT INTO "players" VALUES(3,'Carol Whitfield','850 Shore Rd, Kingston, Canada','carol.w@example.com','P0003',1050,'CAD');
INSERT INTO "players" VALUES(4,'Dušan Novák','Lipová 8, Brno, Czechia','dusan.novak@example.org','P0004',1050,'USD');
INSERT INTO "players" VALUES(5,'Emily Okafor','3 Marina, Lagos, Nigeria','emily@example.net','P0005',1050,'USD');
INSERT INTO "players" VALUES(6,'François Lévêque','5 quai du Port, Brest, France','f.leveque@example.com','P0006',1050,'USD');
INSERT INTO "players" VALUES(7,'Grace Kim','77 Hanok-gil, Jeonju, Korea','grace.kim@example.org','P0007',700,'USD');
INSERT INTO "players" VALUES(8,'Hans Müller','Am Ring 2, Köln, Germany','h.mueller@example.net','P0008',700,'USD');
INSERT INTO "players" VALUES(9,'Iris Papadaki','Odos Ermou 9, Chania, Greece','iris@example.com','P0009',700,'USD');
INSERT INTO "players" VALUES(10,'José Peña','Calle Sol 1, Cádiz, Spain','jose.pena@example.org','P0010',700,'USD');
INSERT INTO "players" VALUES(11,'Karol Wójcik','ul. Długa 3, Gdańsk, Poland','karol@example.net','P0011',700,'USD');
INSERT INTO "players" VALUES(12,'Lucy Marsh','Mill Lane, Ely, England','lucy.marsh@example.com','P0012',700,'USD');
INSERT INTO "players" VALUES(13,'Mal Ashdown','','mal@example.org','P0013',0,'USD');
CREATE TABLE rolls (
	game VARCHAR(32) NOT NULL, 
	turn INTEGER NOT NULL, 
	rolled BLOB NOT NULL, 
	PRIMARY KEY (game, turn), 
	FOREIGN KEY(game, turn) REFERENCES turns (game, turn) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "rolls" VALUES('sample',0,X'789C9596416F82401085FF0BD7A251539B5E011705A469E4D2C47820489584B264599AF4DF9732AB8DB8C0F386E4CB38EFCD6367F7FB9969543216725A9571921AA6611966F3EE6731FB7BDEB1376BB2340E66CBA5B148CED338CF4EC5575AC82B9C7E6779F323DA399B2E5C2582E7F99564B99DF31EB453776E1A27CE8F40DD867C173C28EED01B5D36E97A4164118BFC3D9191ACA50464D96DB3885D44DAA2F0EEEBDEC87248D6FC19D1E5C0BA886C6C657DAD76EA82E372D071AD540C35BA5A2E2E6526EBE33FFAB46C1E436BCD268BFE4657705E89B4242BFA3475EA820610E9F0E2B31A3680290316E30630DC00061BC0940196480003582BAB486B2962A4740347892546C2EDAA70031EB8B8072EEC0191FAAF505B170C019136D785EBC680B532E075DC00422788016BF81820529F566D5D3C0404BBFC1496C31E6CC8038D05F71D100B7640B03E86DAD2E0743797332E3A0F2BF3D474A155EBC1A925D2A94574EFACB62EA8CBBBE81ADB49BED205ED5A1FD6E53F7424FB8F8491E0A8B4B2910F322069D0B60D1E0923C15E2177C8D002F8224164D4BCFB1856B655FB0651B6850F90EDE51EA1D9F7DABA60168944EF5D219CB150DDE772E8C40FE13184DA311C7E0179994102');
INSERT INTO "rolls" VALUES('sample',1,X'789C95955B6F82401085FFCB3EA381BD803C2AE0A56ADBD4A669627CA0889684B206B049FBEBCB0E6A5C5817FB7CBE3D336718C7F5DA3250141665BF3846515C14C8404B6498066106F286ABD79E8D368680E20F9EF5B7393F54C4AA4C67A5A01CD740C1E8E9B14754541E7DBE0BCA66D714365099C4953E823AB42AF8F416F41C49F385866DA53611DA8028B5A9D05C4BA979E08995DA183C5DA536179AA5EE6508EF4CA53683774A6901CFD4AD043032A5F420246960D5148A38AC06DDDF25D9F6D25035FC176FDAC33212A6C93EFB8AB3F2CCA1F83B49D10966325C44394FD30BF99CFEFCC637D08817174BB137C050657BF537B7D5FD9D7C80A1A6D607F6C3C2DD390144597C2CF3B0336A0D8FF97E79D047F5EF880ADF71E068A302C3B0D60756139BDD51C7FF895AC37E3ECC4B7D540029D1B6089BEE506D546088A3F581FD2656775400D19EF36D57CE9AF478B62BF439EBDF96A5ED0F2EA3ABDFDE653B27952E9E2B5D2E2A5D3CD2D4E4FA70DD983467DAAC5F3383EBFAACE90397904973664D9F9A615A1F585F976A7D80C17A9F497B7F5A3E933B72C1A52658ED73BD3F73F5F563EDFDA9C920F5F3C30DF4D41F80CCD5F60767DF75B43917E77FA9B3CFE60FBFA9043B');
CREATE TABLE scrolls (
	game VARCHAR(32) NOT NULL, 
	turn INTEGER NOT NULL, 
	letter VARCHAR(1) NOT NULL, 
	place INTEGER NOT NULL, 
	code VARCHAR(5) NOT NULL, 
	number INTEGER NOT NULL, 
	until INTEGER NOT NULL, 
	reads INTEGER NOT NULL, 
	bound BOOLEAN NOT NULL, 
	PRIMARY KEY (game, turn, letter, place), 
	FOREIGN KEY(game, turn) REFERENCES turns (game, turn) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "scrolls" VALUES('sample',0,'A',1,'ElBlo',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'A',2,'ProKn',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'B',1,'Stutt',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'B',2,'BrnIt',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'C',1,'ProEl',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'C',2,'ProKn',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'D',1,'AtEnd',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'D',2,'Confs',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'E',1,'AtArc',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'E',2,'ScArt',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'F',1,'BrnIt',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'F',2,'BoEnd',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'G',1,'Confs',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'G',2,'FogMp',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'H',1,'ScArt',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'H',2,'ProSh',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'I',1,'CurSp',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'I',2,'ProIt',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'J',1,'AtEnd',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'J',2,'SpAid',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'K',1,'IntRp',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'K',2,'SrchX',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'L',1,'ProKn',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'L',2,'Stutt',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'M',1,'TelPt',1,1073741824,0,1);
INSERT INTO "scrolls" VALUES('sample',0,'M',2,'StlIt',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',0,'M',3,'SrchX',3,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'A',1,'ElBlo',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'A',2,'ProKn',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'A',3,'Plyze',0,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'B',1,'Stutt',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'B',2,'BrnIt',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'C',1,'ProEl',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'C',2,'ProKn',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'D',1,'AtEnd',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'D',2,'Confs',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'D',3,'FogMp',0,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'E',1,'AtArc',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'E',2,'ScArt',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'F',1,'BrnIt',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'F',2,'BoEnd',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'F',3,'DrArt',0,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'G',1,'Confs',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'G',2,'FogMp',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'H',1,'ScArt',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'H',2,'ProSh',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'I',1,'CurSp',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'I',2,'ProIt',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'J',1,'AtEnd',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'J',2,'SpAid',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'J',3,'Confs',0,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'K',1,'IntRp',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'K',2,'SrchX',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'K',3,'ElDrp',0,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'L',1,'ProKn',1,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'L',2,'Stutt',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'M',1,'TelPt',1,1073741824,1,1);
INSERT INTO "scrolls" VALUES('sample',1,'M',2,'StlIt',2,0,0,0);
INSERT INTO "scrolls" VALUES('sample',1,'M',3,'SrchX',3,0,0,0);
CREATE TABLE seats (
	game VARCHAR(32) NOT NULL, 
	letter VARCHAR(1) NOT NULL, 
	player INTEGER, 
	character TEXT NOT NULL, 
	password VARCHAR(200) NOT NULL, 
	code_word VARCHAR(40) NOT NULL, 
	PRIMARY KEY (game, letter), 
	FOREIGN KEY(game) REFERENCES games (id), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "seats" VALUES('sample','A',1,'Aletheia','scrypt$7b35be28d82e2a33ad83dbc84cba2a33$7d3222ab13a56a78b854c5dec6d51f831a304a90e26389786fc121d0ed78cc45','pebble-flint');
INSERT INTO "seats" VALUES('sample','B',2,'Borgir','scrypt$2d6576122a012e7edb5f946cee253d99$a518fd2f3047b258dd27a16cfe5484771a84287073e55355a24a37556879c85a','topaz-sorrel');
INSERT INTO "seats" VALUES('sample','C',3,'Caradoc','scrypt$cd8ec0861b92322c7c808bccf80d67c8$e4ebf5732df31d18068fc07eb0ea3fd8b95379409cd74a0fd9120438c3e61f85','clover-cinder');
INSERT INTO "seats" VALUES('sample','D',4,'Dorn','scrypt$4ef89d7ad6064c10f6c6c7eb70506322$2c7dccc5ff161a96625f27827a601566094d6016432145f0cd80f90e3679a08d','pebble-pebble');
INSERT INTO "seats" VALUES('sample','E',5,'Esme','scrypt$6a462616b62fe4442dc6b433d8d665db$3ebde1800b07f31b5de087afdb803c75f7dca18cb2dfab58ea05566f2467cfe6','holly-birch');
INSERT INTO "seats" VALUES('sample','F',6,'Fenouil','scrypt$85d18ea353f9eb59a702eefddc405e66$d429af941c7f46f1e38347d8c731fa7a0c45ca5828948eaf8e128ebf1afa4484','opal-candle');
INSERT INTO "seats" VALUES('sample','G',7,'Gilda','scrypt$c3073e6a60f5a354327bef31cad9cc1b$cde27bbc15639cab7a2f142355cf73c7dd24280180fe1f6636405b2165973551','meadow-juniper');
INSERT INTO "seats" VALUES('sample','H',8,'Hrug','scrypt$0f7e1087ea812c794363837d19fef83d$dd6395a6780934456b1600e09939f1e2ffa33fa1b2c1a44a0a686ff0509a7e30','candle-sorrel');
INSERT INTO "seats" VALUES('sample','I',9,'Ismene','scrypt$1a29fc78cc201c83531c03cfb1db5df1$0b77a8247c25260f5f1ed7d2a87c2667decd2b6eda4947b5c9b1ef7c1d44d2be','candle-bramble');
INSERT INTO "seats" VALUES('sample','J',10,'Jacaranda','scrypt$9919f27e95671f4da9fa03a514360570$6cb2df4fe881108aa1f99835af0891faf50a359846ecee7727031671fed4aecf','lichen-hazel');
INSERT INTO "seats" VALUES('sample','K',11,'Kestrel','scrypt$bb37c133fb3d790e108f55dcd3dcb44e$d144e74425cdf2af01f7af44b2d3c97ffac580b4de528500789d9b19650cf78d','bramble-cedar');
INSERT INTO "seats" VALUES('sample','L',12,'Linnet','scrypt$0888ae77afd01b1dfa9e8d7747481a84$63258241f7c66945706e338e9cdaeaa9aef091b31c095b66c7c2074db7f3a4c3','saffron-marble');
INSERT INTO "seats" VALUES('sample','M',13,'Malachar','scrypt$d329264b654ad999c8ede41299154f0c$7ffbc8f5778fb88548b6fef12348d4516982fbf21183be8cde4653fa7fcd716e','fern-laurel');
CREATE TABLE sheets (
	game VARCHAR(32) NOT NULL, 
	turn INTEGER NOT NULL, 
	letter VARCHAR(1) NOT NULL, 
	revision INTEGER NOT NULL, 
	received_at VARCHAR(32) NOT NULL, 
	message_id TEXT NOT NULL, 
	sheet TEXT NOT NULL, 
	PRIMARY KEY (game, turn, letter, revision), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "sheets" VALUES('sample',1,'A',1,'2026-11-01T12:00:00+00:00','<1a0.thunderbird@example.org>','GAME sample TURN 1
MAGE A
PASSWORD ***
1 REST
2 MOVE NE
3 SEARCH
4 MOVE NW
5 MEDITATE
END');
INSERT INTO "sheets" VALUES('sample',1,'B',1,'2026-11-01T12:00:00+00:00','<1b1.gmail@example.net>','GAME sample TURN 1
MAGE Borgir
PASSWORD ***
2 MOVE NW
3 SEARCH
4 MOVE NE
5 REST
END');
INSERT INTO "sheets" VALUES('sample',1,'C',1,'2026-11-01T12:00:00+00:00','<1c2.outlook@example.com>','GAME sample TURN 1
MAGE C
PASSWORD ***
2 MOVE NE
4 MOVE NE
END');
INSERT INTO "sheets" VALUES('sample',1,'C',2,'2026-11-01T12:00:00+00:00','<1c22.outlook@example.com>','GAME sample TURN 1
MAGE C
PASSWORD ***
1 CAST SpAid
2 MOVE NW
3 MEDITATE
4 MOVE NE
5 SEARCH
END');
INSERT INTO "sheets" VALUES('sample',1,'D',1,'2026-11-01T12:00:00+00:00','<1d23.apple@example.org>','GAME sample TURN 1
MAGE D
PASSWORD ***
1 MEDITATE
2 MOVE NW
3 SEARCH
4 MOVE NE
5 MEDITATE
END');
INSERT INTO "sheets" VALUES('sample',1,'E',1,'2026-11-01T12:00:00+00:00','<1e4.thunderbird@example.net>','GAME sample TURN 1
MAGE E
PASSWORD ***
1 MEDITATE
2 MOVE NE
3 SERCH
4 CAST Stut H
5 SEARCH
END');
INSERT INTO "sheets" VALUES('sample',1,'F',1,'2026-11-01T12:00:00+00:00','<1f5.roundcube@example.com>','GAME sample TURN 1
MAGE F
PASSWORD ***
2 MOVE NW
3 SEARCH
4 MOVE NE
5 MEDITATE
END');
INSERT INTO "sheets" VALUES('sample',1,'G',1,'2026-11-01T12:00:00+00:00','<1g6.k9@example.org>','GAME sample TURN 1
MAGE G
PASSWORD ***
1 MEDITATE
2 MOVE NE
3 MEDITATE
4 MOVE NE
5 SEARCH
END');
INSERT INTO "sheets" VALUES('sample',1,'H',1,'2026-11-01T12:00:00+00:00','<1h7.pegasus@example.net>','GAME sample TURN 1
MAGE H
PASSWORD ***
2 MOVE NE
3 CAST Plyze C
4 SEARCH
5 MEDITATE
END');
INSERT INTO "sheets" VALUES('sample',1,'I',1,'2026-11-01T12:00:00+00:00','<1i8.mutt@example.com>','GAME sample TURN 1
MAGE I
PASSWORD ***
1 MEDITATE
2 MOVE NW
3 SEARCH
4 DON GREEN
5 MOVE NE
MESSAGE TO A
Shall we share a colour? I have seen green by the river.
END MESSAGE
END');
INSERT INTO "sheets" VALUES('sample',1,'J',1,'2026-11-01T12:00:00+00:00','<1j9.gmail@example.org>','Game: sample, Turn: 1
MAGE J
PASSWORD ***
2. move ne
3. search
4. move ne
5. CAST ScArt HELM
END');
INSERT INTO "sheets" VALUES('sample',1,'K',1,'2026-11-01T12:00:00+00:00','<1k10.outlook@example.net>','GAME sample TURN 1
MAGE Kestrel
PASSWORD ***
1 CAST ProEl
2 MOVE NE
3 REST
4 MOVE NW
5 SEARCH
END');
INSERT INTO "sheets" VALUES('sample',1,'L',1,'2026-11-01T12:00:00+00:00','<1l11.apple@example.com>','GAME sample TURN 1
MAGE L
PASSWORD ***
1 MEDITATE
2 MOVE NW
3 REST
4 MOVE NE
5 SEARCH
MESSAGE TO ALL ANONYMOUS
The west bank is mine.
Who goes there, goes alone.
END MESSAGE
END');
INSERT INTO "sheets" VALUES('sample',1,'M',1,'2026-11-01T12:00:00+00:00','<1m12.thunderbird@example.org>','GAME sample TURN 1
MAGE M
PASSWORD ***
1 CAST TelPt NE
2 CAST RcAid
3 SEARCH
4 MOVE NW
5 MEDITATE
END');
CREATE TABLE sightings (
	game VARCHAR(32) NOT NULL, 
	turn INTEGER NOT NULL, 
	letter VARCHAR(1) NOT NULL, 
	seen TEXT NOT NULL, 
	known TEXT NOT NULL, 
	memory BLOB NOT NULL, 
	PRIMARY KEY (game, turn, letter), 
	FOREIGN KEY(game, turn) REFERENCES turns (game, turn) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "sightings" VALUES('sample',0,'A','v17:6 v18:1 v19:6 v20:6 w17:4 w18:6 w19:1 w20:1 w21:4 x17:4 x18:4 x19:4 x20:4 x21:1 x22:3 y17:2 y18:2 y19:2 y20:2 y21:1 y22:2 y23:2 z18:0 z19:0 z20:0 z21:0 z22:0 z23:0','[{"letter":"E","space":321,"name":"Esme","team":"black"},{"letter":"G","space":317,"name":"Gilda","team":"black"}]',X'785EE551BB0AC3300CFC979B4D891CE382F7908F2819D4D49450DB143B9D42FE3D6A87D2E24C5D7B1AF4E24E485A30FB9C794A7038FC272C595B6F6E2C91D9291B63A8ADEB5A405AEF5CB079411A50981F3915B853A37EB24121F2D53F15446241F0B37C4F3ED78976B9F3E8E15A4D0A89A384E88A3899EA394A760E3CDEB00EEA9BDB7F70E9F8E6F653B8704D1ED60DE8DD78ED');
INSERT INTO "sightings" VALUES('sample',0,'B','v3:3 v4:3 v5:1 v6:3 w3:1 w4:3 w5:1 w6:3 w7:3 x3:1 x4:3 x5:3 x6:1 x7:3 x8:3 y3:1 y4:2 y5:2 y6:2 y7:1 y8:2 y9:2 z4:0 z5:0 z6:0 z7:0 z8:0 z9:0','[{"letter":"H","space":307,"name":"Hrug","team":"black"},{"letter":"K","space":303,"name":"Kestrel","team":"black"}]',X'785EE551BB0AC3300CFC979B4DF16328F80B02F984E2410D2294C6A6D8CE14F2EF55329416A74BD79E16E9C49D90B4A072CE744BF038FD0B9C33AEDDD5087B487FE1ADB5C6DA839BE91D4D030A75CEA9C05FB4FA298242A4913707B158307195EFC9E73AF12E0F1A18DEE9B342A22829BA3C8FDB54A628D575A2E18E35A84F6DFFAE752F6DCFA5669E5A79589FD88779E3');
INSERT INTO "sightings" VALUES('sample',0,'C','v11:4 v12:4 v13:3 v14:4 w11:4 w12:4 w13:4 w14:4 w15:4 x11:4 x12:4 x13:4 x14:4 x15:4 x16:4 y11:1 y12:2 y13:2 y14:2 y15:2 y16:2 y17:2 z12:0 z13:0 z14:0 z15:0 z16:0 z17:0','[{"letter":"F","space":311,"name":"Fenouil","team":"black"},{"letter":"J","space":315,"name":"Jacaranda","team":"black"},{"letter":"M","space":312,"name":"Malachar","team":"black","race":"human","alignment":"evil","artifacts":[],"scrolls":["TelPt*","StlIt","SrchX"],"item_total":3,"strength":"Robust","serenity":"Fair"}]',X'785EE5514D4B033110FD2F739420DD76BDEC0F285828887A106491691C7743935999CC0A52FADF9DEC61A95A11BC3A39247933EFCDD701944430303470F9DFACAE57F5F79EEB623FC067F06A39D999D92D269B1DE04047E10CCDE3C2FDE9B40E127654144CE20091D4B6679B5B9B767E454FD0ACAACA0163B227AC898731C492983019B08BE8F7706CDD67FAE6947E35D337E851909FF15781EDA9C07216D8A2E5EB51BEF21DC8542BF46342362FC6D0712256C3E86DAA1845C30B7A2DCD5ADFD9CB1063F9C03DC51BBDB0903B8DD75A6EF1FD035850504A4F3A28469B837154883BED4DF476D88DB9C466322CE87B990E06B159B4C70F97ACBC8E');
INSERT INTO "sightings" VALUES('sample',0,'D','v21:4 v22:3 w21:4 w22:3 w23:3 x21:1 x22:3 x23:3 x24:3 y21:1 y22:2 y23:2 y24:2 y25:2 z22:0 z23:0 z24:0 z25:0 z26:0','[{"letter":"E","space":321,"name":"Esme","team":"black"}]',X'785EAB562A492D2A4ACCCC53B252D21BB9C0C4189BDF4D8CB10A1B1AE310370202AC616800024A3A4A25A54579C54A56D1063A44C0581DA5DCC4F454907AA0866AA59CD412605C01E3C915685271416272AA9295B191A18E525E622E90A9E45A0CA48076A426E60279493989C9D94AB5B1B1B500AFB8635B');
INSERT INTO "sightings" VALUES('sample',0,'E','v19:6 v20:6 v21:4 v22:3 w19:1 w20:1 w21:4 w22:3 w23:3 x19:4 x20:4 x21:1 x22:3 x23:3 x24:3 y19:2 y20:2 y21:1 y22:2 y23:2 y24:2 y25:2 z20:0 z21:0 z22:0 z23:0 z24:0 z25:0','[{"letter":"A","space":319,"name":"Aletheia","team":"black"},{"letter":"D","space":323,"name":"Dorn","team":"black"}]',X'785EE551BB0AC3300CFC979B4D881F04EA2D90BF281ED420DAD0D82D4E3A85FC7B950EA5259EBAF6B488437742BA0533E74C438247F5AF681A67F7B76BED6C81764EDB126F8C3682C20FEB172A28CC8F9C26F863AD7EAAA010E9CC9B83582C187996F424B956BCA73BF50C6FF54121519416AD0C5C78A06D335314E634527FC51AD4B7BEFBD01BFBD677B79CF6DAB03E016C577A29');
INSERT INTO "sightings" VALUES('sample',0,'F','v9:4 v10:1 v11:4 v12:4 w9:4 w10:1 w11:4 w12:4 w13:4 x9:3 x10:1 x11:4 x12:4 x13:4 x14:4 y9:2 y10:2 y11:1 y12:2 y13:2 y14:2 y15:2 z10:0 z11:0 z12:0 z13:0 z14:0 z15:0','[{"letter":"C","space":313,"name":"Caradoc","team":"black"},{"letter":"I","space":309,"name":"Ismene","team":"black"},{"letter":"M","space":312,"name":"Malachar","team":"black","race":"human","alignment":"evil","artifacts":[],"scrolls":["TelPt*","StlIt","SrchX"],"item_total":3,"strength":"Robust","serenity":"Fair"}]',X'785EE5914D4B04310C86FF4B8E5264BE2ECE754198C382E81E0419245BE34CB1ED2C69469065FFBBE91E96510704AFA687B64FF2264D7A04216674115AB8FE5FD6944DF3B3E34C57709DF10AAFAAB2525B995C71B685030CC8CC3141FB54983FADDE40C08172064D71044FA2BFA73FB7D1DCE98096A0ADCBDA40C4A047D820E3CB647361C2A060EFD1BEC1A9375FE5DD425EDC5CE45D0A14E957F57659BCBAA8B7A8C546E4EF7A037C7E288C73C0A85EF46E885A4994D1BBF319B1B857B4923BD5A693E5C9FB7C811DF93BB9D29007F19DE49DEDF8081AE484C2B34C825E87A01A618A838C9AF47EDACF29C72652E6E443D92D3AD641F4A74F0F2CBB4D');
INSERT INTO "sightings" VALUES('sample',0,'G','v15:4 v16:6 v17:6 v18:1 w15:4 w16:4 w17:4 w18:6 w19:1 x15:4 x16:4 x17:4 x18:4 x19:4 x20:4 y15:2 y16:2 y17:2 y18:2 y19:2 y20:2 y21:1 z16:0 z17:0 z18:0 z19:0 z20:0 z21:0','[{"letter":"A","space":319,"name":"Aletheia","team":"black"},{"letter":"J","space":315,"name":"Jacaranda","team":"black"}]',X'785EAB562A492D2A4ACCCC53B252D21B89C0C4CCCC10D3DF2626263884813298CA8DC0008B397A066000D6A1A4A354525A9457AC64156DA043168CD551CA4D4C4F05990034A25A2927B504187BC09873049A5D5C90989CAA64656C68A9A39497980B642A39021564A46626826C4E4DCC058A24E52426672BD5C6EAA0EAF742D66F0AD7EF95989C5894989782C580D85A00E9137C1D');
INSERT INTO "sightings" VALUES('sample',0,'H','v5:1 v6:3 v7:3 v8:3 w5:1 w6:3 w7:3 w8:3 w9:4 x5:3 x6:1 x7:3 x8:3 x9:3 x10:1 y5:2 y6:2 y7:1 y8:2 y9:2 y10:2 y11:1 z6:0 z7:0 z8:0 z9:0 z10:0 z11:0','[{"letter":"B","space":305,"name":"Borgir","team":"black"},{"letter":"I","space":309,"name":"Ismene","team":"black"}]',X'785EE551BB0EC2300CFC979B2394070C64ECD66F4019426555154D404998AAFE7B1D06048489155B96ECB3EE2CDB0B0AA5E4A7088BDDFF9832C6B4DB5674DFC2A6E2AAC5B5569AE3CBD5E4C33E1A1028F71433EC498A9FDC09043F52556089053315FE1E7FAE63ED7CF303C11A7910883E708AEE9AC629D5B9E403D7E7D90F17AC4EBCB3FB57F6F1C9EE73A0482DDBAD1B5F657A38');
INSERT INTO "sightings" VALUES('sample',0,'I','v7:3 v8:3 v9:4 v10:1 w7:3 w8:3 w9:4 w10:1 w11:4 x7:3 x8:3 x9:3 x10:1 x11:4 x12:4 y7:1 y8:2 y9:2 y10:2 y11:1 y12:2 y13:2 z8:0 z9:0 z10:0 z11:0 z12:0 z13:0','[{"letter":"F","space":311,"name":"Fenouil","team":"black"},{"letter":"H","space":307,"name":"Hrug","team":"black"},{"letter":"M","space":312,"name":"Malachar"}]',X'785EE5914D0AC3201085EF326B29FE41C103846C7282E2621A240D555B4C5C85DCBD631721A142A1DBCE20C893EF3D9C59607629E118C1C0E99F4A292D3EFF5B545D9395D0155D4829E954E6C6DF75780006734E710273E1ECA7B60C020EAE3890C502DECDB43DDA5C43DED3137B074609C12062A02B342E3EF2E84BB0C340C2D5637F87D5B223DEEE707EDEF036E5E12BDBEDA3E5C6764851374C1466D717A0D088A9');
INSERT INTO "sightings" VALUES('sample',0,'J','v13:3 v14:4 v15:4 v16:6 w13:4 w14:4 w15:4 w16:4 w17:4 x13:4 x14:4 x15:4 x16:4 x17:4 x18:4 y13:2 y14:2 y15:2 y16:2 y17:2 y18:2 y19:2 z14:0 z15:0 z16:0 z17:0 z18:0 z19:0','[{"letter":"C","space":313,"name":"Caradoc","team":"black"},{"letter":"G","space":317,"name":"Gilda","team":"black"},{"letter":"M","space":312,"name":"Malachar"}]',X'785EAB562A492D2A4ACCCC53B252D21B79C0D8C4C40CD3D726208043188BB8110460093D0330804A28E928959416E5152B59451BE890056375947213D3534126008DA856CA492D01C61E30E69C816617172426A72A59191B1AEB28E525E602994ACE89458929F9C9208B5313738102493989C9D94AB5B13AA8DADD91B59BC3B5BB67E6A42412D4EC8BACD908AED937116857466211D0B6D85A002A6788E1');
INSERT INTO "sightings" VALUES('sample',0,'K','v1:3 v2:3 v3:3 v4:3 w1:3 w2:3 w3:1 w4:3 w5:1 x1:3 x2:3 x3:1 x4:3 x5:3 x6:1 y1:2 y2:2 y3:1 y4:2 y5:2 y6:2 y7:1 z2:0 z3:0 z4:0 z5:0 z6:0 z7:0','[{"letter":"B","space":305,"name":"Borgir","team":"black"},{"letter":"L","space":301,"name":"Linnet","team":"black"}]',X'785EE551BB0AC3300CFC979B4DF1832E1E33E70F8A073588601ABBC571A7907F8FD2A1B4C453D79E10E8C19D90B4A0722914333C4EFF0127386EEA9C71A65D6ED5AD3556BC7131FD42A30185FA2C7986BF68F59305854423EF0A22B160E22ADF93CF75A23D3F686078A7CF0A999284E8EE658C659FCB9424BF4E34DCB006F5CDEE3FD9E6CDEE63CE5C8FECB06E60427A3B');
INSERT INTO "sightings" VALUES('sample',0,'L','v1:3 v2:3 w1:3 w2:3 w3:1 x1:3 x2:3 x3:1 x4:3 y1:2 y2:2 y3:1 y4:2 y5:2 z1:0 z2:0 z3:0 z4:0 z5:0','[{"letter":"K","space":303,"name":"Kestrel","team":"black"}]',X'785EE551310AC4300CFB8BE650D278CB17FA8492C12DE6382E0925C94DA57FAFB3E7A0FBC98B11928DAD134D4AE17786C7F41F201ADD4934FFA08772E766E74606DB317C240CDAB7E40ABF5AF3A08241E29774BD1A4E44699A95E6B4E8A47AF02EF064C92073D2168BD45624F635C249892DF2FEC115C27503E71864AD');
INSERT INTO "sightings" VALUES('sample',0,'M','v10:1 v11:4 v12:4 v13:3 w10:1 w11:4 w12:4 w13:4 w14:4 x10:1 x11:4 x12:4 x13:4 x14:4 x15:4 y10:2 y11:1 y12:2 y13:2 y14:2 y15:2 y16:2 z11:0 z12:0 z13:0 z14:0 z15:0 z16:0','[{"letter":"C","space":313,"name":"Caradoc","team":"black","race":"human","artifacts":[]},{"letter":"F","space":311,"name":"Fenouil","team":"black","race":"human","artifacts":[]}]',X'785EE5913D0EC3200C85EFE219552130B146CA252A0697D216154845608A72F7980CFD51D3A15DFB58FC1ED6678127C83625741114ECFE4C5C4AF1FE644AA5FC106FE42D6FAB36BEAE59F5B80006B9A43882DA37ECA7A319043CDB4A20C404DE66DA1E6DAE23F678436341092E18440C544287098F83A9832D060A0E1ECD956C5A5BE1520246B298B23BA1C915AC67CD5EE1FD339CDFE1BD8D4371FE5BB89E178DD18E7E');
INSERT INTO "sightings" VALUES('sample',1,'A','t16:4 t17:1 t18:4 t19:4 u16:1 u17:1 u18:6 u19:6 u20:4 v16:6 v17:6 v18:1 v19:6 v20:6 v21:4 w16:4 w17:4 w18:6 w19:1 w20:1 w21:4 w22:3 x17:4 x18:4 x19:4 x20:4 x21:1 x22:3 y18:2 y19:2 y20:2 y21:1 y22:2 z19:0 z20:0 z21:0 z22:0','[{"letter":"G","space":270,"name":"Gilda","team":"black","race":"dwarf","artifacts":[]}]',X'785EDD51310E83300CFC8B67AB8A43944AEC8847A00C2E840A155015527540FCBD86A12060EAD8CB90F8ACB32FF608D187C04D0F295CFE09868CD9FF87C8DA0369ED196B8C2532C96122464047FAA205A4F5C904D5024900427C857E80B420FCEDA88D4EE11A2987D0F1DDCFB50B8523B43ECA5E65A799741D9E5C7A48134D083D77F2846C904BFC78EE24BAB55C3E607228C636DA7CD5EAABFA6AF3A6AD782F46084B13A8DE1C6AC972884DCD659C2DB9C9B9E90394D787C7');
INSERT INTO "sightings" VALUES('sample',1,'B','t2:3 t3:5 t4:5 t5:3 u2:3 u3:1 u4:1 u5:3 u6:3 v2:3 v3:3 v4:3 v5:1 v6:3 v7:3 w2:3 w3:1 w4:3 w5:1 w6:3 w7:3 w8:3 x3:1 x4:3 x5:3 x6:1 x7:3 x8:3 y4:2 y5:2 y6:2 y7:1 y8:2 z5:0 z6:0 z7:0 z8:0','[{"letter":"K","space":255,"name":"Kestrel","team":"black"}]',X'785ED591C10A83300C86DF25E750DA8632E813083E8278E824C8589551EB497C77E30E53564FBB2DA1D0FCCDD7A4CD0299530A8F113CA8FF36728EBE5F40C65029125DA966578B6425E245B652C65A2BEBE2CFF4DB8A0340C8731A27F08DC1DF5C9F388D47A45B8421F4BCDFDD685C207296B9CA4C2BA93ABD42C7E049DF10C630C816AA34F77B3F1C0689EE31744F585B94C64E6C7DB0D6B90F5BF39413C7126FD70D3B2B7EFC');
INSERT INTO "sightings" VALUES('sample',1,'C','t10:4 t11:1 t12:5 t13:5 u10:1 u11:1 u12:4 u13:3 u14:4 v10:1 v11:4 v12:4 v13:3 v14:4 v15:4 w10:1 w11:4 w12:4 w13:4 w14:4 w15:4 w16:4 x11:4 x12:4 x13:4 x14:4 x15:4 x16:4 y12:2 y13:2 y14:2 y15:2 y16:2 z13:0 z14:0 z15:0 z16:0','[{"letter":"F","space":263,"name":"Fenouil","team":"black"},{"letter":"M","space":264,"name":"Malachar","team":"black","race":"human","alignment":"evil","artifacts":[],"scrolls":["TelPt*","StlIt","SrchX"],"item_total":3,"strength":"Robust","serenity":"Fair"}]',X'785EDD51C16AC3300CFD171D872971E3EC900F28AC5018DB0E831286EA7989A9ED0C5B198CD27F9F9C439AB539ED38F960FB59EF497A3E019918D106A861F53F42C9AABA9E444A55AA1B5031B8842A8E1B2F32B800AFE47A8C05EF8A31A6071040430C09EABD147F5BC58C5788CBAD6804786C4DD666F1133843FCAFFCA71BAE9A3E511BA8D7F7A580809E8FB031A11FACCB2D19F40C1C1CEA239C1BB12FE6F4ED855ECA6AA26F5163C4F08E4B02BFEAEFE6F5D524B043AED761BCE60B8863AFD00D1E03BFA2B36DF0261063E66BEC1823D90FD49487E5B9938EBD73F9022FC63DD21DA73C937BA0BC47DDBD02275932FE8D7A420735BB90289AD052C7A24FFD6148393719C62C7D6777D046F6A239FF0023D4C1AD');
INSERT INTO "sightings" VALUES('sample',1,'D','t20:4 u20:4 u21:4 v20:6 v21:4 v22:3 w20:1 w21:4 w22:3 w23:3 x21:1 x22:3 x23:3 x24:3 y22:2 y23:2 y24:2 y25:2 z23:0 z24:0 z25:0 z26:0','[{"letter":"E","space":297,"name":"Esme","team":"black"}]',X'785EAB562A492D2A4ACCCC53B252D21B6EC0048B874CB0099A991863516A68628C4D58CFD01887B81110600D43031050D2512A292DCA2B56B28A36D4C10D0DE0727056AC8E526E627A2A4827506BB5524E6A0930D68031E60A34B3B820313955C9CAC8D25C47292F3117C854722D065240DB52137381BCA49CC4E46CA5DAD8D85A0067DE6567');
INSERT INTO "sightings" VALUES('sample',1,'E','u19:6 u20:4 u21:4 v19:6 v20:6 v21:4 v22:3 w19:1 w20:1 w21:4 w22:3 w23:3 x19:4 x20:4 x21:1 x22:3 x23:3 x24:3 y20:2 y21:1 y22:2 y23:2 y24:2 y25:2 z21:0 z22:0 z23:0 z24:0 z25:0','[{"letter":"D","space":275,"name":"Dorn","team":"black"}]',X'785EE5514B0AC23010BDCBAC43C9CF8AD9157A8B92C55882169B2869BA2ABDBB53175A49C003F86633F39837DF05928B11870006AA3F40AD75BE655D6B95B3426855A0B516AAC44B2924A17043FE42050CD21CC304A613ECB7F1AF9C5D641978BCB8AD4EC7D902A34BF443FA5F431DA607F60E8C122706013DB9D050C2D50DB8F577E889398FD8DF60B58C06D9E9DB8F5E1E0F6F7D7B8F21D7DAF50915FE7B75');
INSERT INTO "sightings" VALUES('sample',1,'F','t8:4 t9:1 t10:4 t11:1 u8:4 u9:4 u10:1 u11:1 u12:4 v8:3 v9:4 v10:1 v11:4 v12:4 v13:3 w8:3 w9:4 w10:1 w11:4 w12:4 w13:4 w14:4 x9:3 x10:1 x11:4 x12:4 x13:4 x14:4 y10:2 y11:1 y12:2 y13:2 y14:2 z11:0 z12:0 z13:0 z14:0','[{"letter":"C","space":265,"name":"Caradoc","team":"black"},{"letter":"I","space":261,"name":"Ismene","team":"black"},{"letter":"M","space":264,"name":"Malachar","team":"black","race":"human","alignment":"evil","artifacts":[],"scrolls":["TelPt*","StlIt","SrchX"],"item_total":3,"strength":"Robust","serenity":"Fair"}]',X'785EDD91C14AC4301086DF658E124AD3460FBD2E083D2C887A10A4C86C1DB7C12495642AC8B2EFEE640F6BAD05C1A39343923FFF3793490EC01423DA000D14FF218C367AD987315A9BA5588BD3D4ABAAF9612E6A31AFC84555E94A62E5E5CA53CC0E40014F3124681EB5FADB28675CA9BE7665A7C0E39E726E497E00472CFF2A7FBA91AAE90D7B82A6BABA5410D0CB123618F179ECF39508BD083B87FD2B1C3BF51D6FE7B83EE36DF214E8577A3BA7CD99DEA2141B302E7905F1745118268F414ED1D97D904A2C1ABD5B97A5C8F6057BCE9D4AD3A98FA3737903F7E46EF8422C77EC5ACE73EC8707109365F24F3C323A686A613852D8F320496FC7DD94B2379168963F44BB461BE521BAE32786EAC069');
INSERT INTO "sightings" VALUES('sample',1,'G','t15:1 t16:4 t17:1 t18:4 u15:6 u16:1 u17:1 u18:6 u19:6 v15:4 v16:6 v17:6 v18:1 v19:6 v20:6 w15:4 w16:4 w17:4 w18:6 w19:1 w20:1 w21:4 x16:4 x17:4 x18:4 x19:4 x20:4 x21:1 y17:2 y18:2 y19:2 y20:2 y21:1 z18:0 z19:0 z20:0 z21:0','[{"letter":"A","space":271,"name":"Aletheia","team":"black","race":"elf","artifacts":[]},{"letter":"J","space":268,"name":"Jacaranda","team":"black"}]',X'785EDD91CD0E82301084DF65CF0D6149530D37AEBC82E961AD8B12A131B59E08EFEED28301EAC1B3D34B6732FDFA3741E410A8F75043F147428D7A7F1D8368CC3ED4C67C4BB5967646D04998BD539594E7455126A505A020BE827F427D42F5FB2837DD52ADFDCA5905235D79A10B7E8281A3FCACFC6A23FB3E1FE418EAEA800A3C8D3285460A37EE693915D328C9792077171B521778E8C450887D472E2E5C3B5BB565B72BB6397ED82D390AE42F197CB6767E030A778A7F');
INSERT INTO "sightings" VALUES('sample',1,'H','u5:3 u6:3 u7:3 u8:4 v5:1 v6:3 v7:3 v8:3 v9:4 w5:1 w6:3 w7:3 w8:3 w9:4 w10:1 x5:3 x6:1 x7:3 x8:3 x9:3 x10:1 x11:4 y6:2 y7:1 y8:2 y9:2 y10:2 y11:1 z7:0 z8:0 z9:0 z10:0 z11:0','[{"letter":"I","space":261,"name":"Ismene","team":"black"}]',X'785EDD513B0EC2300CBD8BE708E5030C19BBF50C550653595545135012A6AA77AFC3008580C48CAD48B6F39EBF33648A11C70016767F29C6987D3598FA1E5515D814B4AA9368AD34BF0F5B937779FB0001F9164302DB29F1BBCA17ECC673023C0E54F27552CC3051E65BF21D1BAE94AED81358230F02027A36A1B9C4618CA50B42CFFE69C2FE0C8B13DCCE86DD3ED9FAA81EEC36790A54B3DDB20278F77CFF');
INSERT INTO "sightings" VALUES('sample',1,'I','t6:3 t7:3 t8:4 t9:1 u6:3 u7:3 u8:4 u9:4 u10:1 v6:3 v7:3 v8:3 v9:4 v10:1 v11:4 w6:3 w7:3 w8:3 w9:4 w10:1 w11:4 w12:4 x7:3 x8:3 x9:3 x10:1 x11:4 x12:4 y8:2 y9:2 y10:2 y11:1 y12:2 z9:0 z10:0 z11:0 z12:0','[{"letter":"F","space":263,"name":"Fenouil","team":"black"},{"letter":"H","space":283,"name":"Hrug","team":"black"},{"letter":"M","space":264,"name":"Malachar"}]',X'785ED5914D0A83301085EF32EB20F991523C80B8F104C5C55482952669896625DEDD4917556BA0D05D2704922FF3E625990946ED3DF60E0AC8FE3F94CAC5E72B88A52065E6C7D4480F38534AA57026A4943413FFC65FB13B000663F06E80E222D86F836F749CAD3BDE30B0D8E9589B8A4F60F4487DA59E96E43A3CB1D550C89362E0D0D2124AED1EA137F14A1A2D81ABC1F60E73C3F6F26A233FAFF2CA87EEABB6DE5AE76FEB1AC9EA869ECC9A790101F48DCE');
INSERT INTO "sightings" VALUES('sample',1,'J','t13:5 t14:4 t15:1 t16:4 u13:3 u14:4 u15:6 u16:1 u17:1 v13:3 v14:4 v15:4 v16:6 v17:6 v18:1 w13:4 w14:4 w15:4 w16:4 w17:4 w18:6 w19:1 x14:4 x15:4 x16:4 x17:4 x18:4 x19:4 y15:2 y16:2 y17:2 y18:2 y19:2 z16:0 z17:0 z18:0 z19:0','[{"letter":"G","space":270,"name":"Gilda","team":"black"}]',X'785EDD51C10E82300CFD979E1BB28D8909570E9CF802C2A1C2A2444033F044F8778B1A1C0E13CFBE5DDAB7BEBE6E1D6130D652DD410CC1DF60A7A5FE7C4CA823297D524791C7EA195F68ED350ED4131BBF271E785D00C270B35D0F712EF1F72356B502DDDCC90A84968E66EE9E0B1CA131036F96B79AB06F7FA5D2401CCA10A1A3964348C8527529E7A10CB54C1C1A2ACF3015C8D339F2F42D577BB1C8D3BAA9684BBCF2CE5C6FB5883362AF1359762BA63B85D48E58');
INSERT INTO "sightings" VALUES('sample',1,'K','t1:3 t2:3 t3:5 u1:3 u2:3 u3:1 u4:1 v1:3 v2:3 v3:3 v4:3 v5:1 w1:3 w2:3 w3:1 w4:3 w5:1 w6:3 x1:3 x2:3 x3:1 x4:3 x5:3 x6:1 y2:2 y3:1 y4:2 y5:2 y6:2 z3:0 z4:0 z5:0 z6:0','[{"letter":"B","space":257,"name":"Borgir","team":"black"},{"letter":"L","space":253,"name":"Linnet","team":"black"}]',X'785ED551C10AC3200CFD979C4351431978ECB97F303CB8128AACBA61DDA9F4DF97EEB075D4CB8E8B04CCCB7BCF6016289CB30F092C347F1D44ED617E22AD2BA0C0352A69AAC21576638C3692951F53AFA83400A13C729AC19E35FE76D48EAFF053298710FDC89BA7982E3071917DCA2E3B796DBEFB81C19AF684907C942B74B73C86BC4DC23E4A7D99FC7085D5E1B7BADFABE9ADEE434A5C8E6AB73E013A6E7DCF');
INSERT INTO "sightings" VALUES('sample',1,'L','t1:3 u1:3 u2:3 v1:3 v2:3 v3:3 w1:3 w2:3 w3:1 w4:3 x1:3 x2:3 x3:1 x4:3 y1:2 y2:2 y3:1 y4:2 z1:0 z2:0 z3:0 z4:0','[{"letter":"K","space":255,"name":"Kestrel","team":"black"}]',X'785ED551310AC3300CFCCBCD26D80E59FC853CA17850832821B629B63B85FCBDF2D249503AF6B488432789BB139D6BA5BD2060FA6BCCCAF7B34EEAACFB819EBC77DE6B7ED901D54818F4572D0DE1E6CCF7B29F191B0D323D7828457A227197D424B15576B6276D8CE097C5A05096162BB75E398D834C59887BA2EDC015E3F506A20666AF');
INSERT INTO "sightings" VALUES('sample',1,'M','t9:1 t10:4 t11:1 t12:5 u9:4 u10:1 u11:1 u12:4 u13:3 v9:4 v10:1 v11:4 v12:4 v13:3 v14:4 w9:4 w10:1 w11:4 w12:4 w13:4 w14:4 w15:4 x10:1 x11:4 x12:4 x13:4 x14:4 x15:4 y11:1 y12:2 y13:2 y14:2 y15:2 z12:0 z13:0 z14:0 z15:0','[{"letter":"C","space":265,"name":"Caradoc","team":"black","race":"human","artifacts":[]},{"letter":"F","space":263,"name":"Fenouil","team":"black","race":"human","artifacts":[]}]',X'785EDD913D1282301085EFB275864960B1A065864B38146B8CCA48821342C5707737148242A3A52F4DDE4BF6CBCF8E108CF7D4382820F90B2954F9E7435029CCB62162867B29E2264E14873B7192AA346AE7EBE4AC65010484C1BB1E8AA312BF0DB9AA936271B21660E96A229BE123B426705FB9A7259FDA3F481B28D2432EC091E52994E4E9DCE97825439683534BFACED6CF5BE13658726CC987E6423A44703DD5E21D5EADE1D90B5E19D70D4DFB2DBC9E9E35D2939F');
CREATE TABLE terrain_changes (
	game VARCHAR(32) NOT NULL, 
	turn INTEGER NOT NULL, 
	space VARCHAR(3) NOT NULL, 
	terrain VARCHAR(8) NOT NULL, 
	PRIMARY KEY (game, turn, space), 
	FOREIGN KEY(game, turn) REFERENCES turns (game, turn) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE things (
	game VARCHAR(32) NOT NULL, 
	turn INTEGER NOT NULL, 
	nr INTEGER NOT NULL, 
	thing VARCHAR(12) NOT NULL, 
	holder VARCHAR(1), 
	space VARCHAR(3), 
	PRIMARY KEY (game, turn, nr), 
	FOREIGN KEY(game, turn) REFERENCES turns (game, turn) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "things" VALUES('sample',0,0,'orb',NULL,'d3');
INSERT INTO "things" VALUES('sample',0,1,'cloak:violet',NULL,'g5');
INSERT INTO "things" VALUES('sample',0,2,'scepter',NULL,'h1');
INSERT INTO "things" VALUES('sample',0,3,'cloak:orange',NULL,'h2');
INSERT INTO "things" VALUES('sample',0,4,'ankh',NULL,'h3');
INSERT INTO "things" VALUES('sample',0,5,'cross',NULL,'i7');
INSERT INTO "things" VALUES('sample',0,6,'cloak:blue',NULL,'i9');
INSERT INTO "things" VALUES('sample',0,7,'cloak:red',NULL,'j1');
INSERT INTO "things" VALUES('sample',0,8,'helm',NULL,'j7');
INSERT INTO "things" VALUES('sample',0,9,'crown',NULL,'j8');
INSERT INTO "things" VALUES('sample',0,10,'medallion',NULL,'k1');
INSERT INTO "things" VALUES('sample',0,11,'cloak:green',NULL,'k8');
INSERT INTO "things" VALUES('sample',0,12,'lamp',NULL,'k11');
INSERT INTO "things" VALUES('sample',0,13,'tome',NULL,'l2');
INSERT INTO "things" VALUES('sample',0,14,'cloak:yellow',NULL,'l4');
INSERT INTO "things" VALUES('sample',0,15,'pendant',NULL,'l5');
INSERT INTO "things" VALUES('sample',0,16,'cloak:blue',NULL,'m1');
INSERT INTO "things" VALUES('sample',0,17,'cloak:red',NULL,'n7');
INSERT INTO "things" VALUES('sample',0,18,'rod',NULL,'n12');
INSERT INTO "things" VALUES('sample',0,19,'cloak:orange',NULL,'o15');
INSERT INTO "things" VALUES('sample',0,20,'cloak:green',NULL,'p2');
INSERT INTO "things" VALUES('sample',0,21,'candle',NULL,'p5');
INSERT INTO "things" VALUES('sample',0,22,'cloak:violet',NULL,'q9');
INSERT INTO "things" VALUES('sample',0,23,'cloak:yellow',NULL,'r1');
INSERT INTO "things" VALUES('sample',0,24,'cloak:violet',NULL,'s1');
INSERT INTO "things" VALUES('sample',0,25,'cloak:yellow',NULL,'t19');
INSERT INTO "things" VALUES('sample',0,26,'cloak:red',NULL,'u20');
INSERT INTO "things" VALUES('sample',0,27,'cloak:blue',NULL,'v13');
INSERT INTO "things" VALUES('sample',0,28,'cloak:orange',NULL,'w9');
INSERT INTO "things" VALUES('sample',0,29,'cloak:green',NULL,'x19');
INSERT INTO "things" VALUES('sample',1,0,'orb',NULL,'d3');
INSERT INTO "things" VALUES('sample',1,1,'cloak:violet',NULL,'g5');
INSERT INTO "things" VALUES('sample',1,2,'scepter',NULL,'h1');
INSERT INTO "things" VALUES('sample',1,3,'cloak:orange',NULL,'h2');
INSERT INTO "things" VALUES('sample',1,4,'ankh',NULL,'h3');
INSERT INTO "things" VALUES('sample',1,5,'cross',NULL,'i7');
INSERT INTO "things" VALUES('sample',1,6,'cloak:blue',NULL,'i9');
INSERT INTO "things" VALUES('sample',1,7,'cloak:red',NULL,'j1');
INSERT INTO "things" VALUES('sample',1,8,'helm',NULL,'j7');
INSERT INTO "things" VALUES('sample',1,9,'crown',NULL,'j8');
INSERT INTO "things" VALUES('sample',1,10,'medallion',NULL,'k1');
INSERT INTO "things" VALUES('sample',1,11,'cloak:green',NULL,'k8');
INSERT INTO "things" VALUES('sample',1,12,'lamp',NULL,'k11');
INSERT INTO "things" VALUES('sample',1,13,'tome',NULL,'l2');
INSERT INTO "things" VALUES('sample',1,14,'cloak:yellow',NULL,'l4');
INSERT INTO "things" VALUES('sample',1,15,'pendant',NULL,'l5');
INSERT INTO "things" VALUES('sample',1,16,'cloak:blue',NULL,'m1');
INSERT INTO "things" VALUES('sample',1,17,'cloak:red',NULL,'n7');
INSERT INTO "things" VALUES('sample',1,18,'rod',NULL,'n12');
INSERT INTO "things" VALUES('sample',1,19,'cloak:orange',NULL,'o15');
INSERT INTO "things" VALUES('sample',1,20,'cloak:green',NULL,'p2');
INSERT INTO "things" VALUES('sample',1,21,'candle',NULL,'p5');
INSERT INTO "things" VALUES('sample',1,22,'cloak:violet',NULL,'q9');
INSERT INTO "things" VALUES('sample',1,23,'cloak:yellow',NULL,'r1');
INSERT INTO "things" VALUES('sample',1,24,'cloak:violet',NULL,'s1');
INSERT INTO "things" VALUES('sample',1,25,'cloak:yellow',NULL,'t19');
INSERT INTO "things" VALUES('sample',1,26,'cloak:red',NULL,'u20');
INSERT INTO "things" VALUES('sample',1,27,'cloak:blue',NULL,'v13');
INSERT INTO "things" VALUES('sample',1,28,'cloak:orange',NULL,'w9');
INSERT INTO "things" VALUES('sample',1,29,'cloak:green',NULL,'x19');
CREATE TABLE turns (
	game VARCHAR(32) NOT NULL, 
	turn INTEGER NOT NULL, 
	processed_at VARCHAR(32) NOT NULL, 
	next_due VARCHAR(32) NOT NULL, 
	phase INTEGER NOT NULL, 
	ending VARCHAR(16), 
	globe VARCHAR(13) NOT NULL, 
	PRIMARY KEY (game, turn), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "turns" VALUES('sample',0,'2026-11-01T12:00:00+00:00','2026-11-15T18:00:00-04:00',6,NULL,'');
INSERT INTO "turns" VALUES('sample',1,'2026-11-01T12:00:00+00:00','2026-11-29T18:00:00-04:00',6,NULL,'');
CREATE INDEX inbox_by_message_id ON inbox (message_id);
CREATE INDEX outbox_by_state ON outbox (state, id);
COMMIT;
