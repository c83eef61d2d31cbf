package sim

// topic is something the simulator has a few sentences about.
type topic struct {
	words     string   // any of these names it
	sentences []string // {a|b} leaves a wording open
}

// topics is the whole fund. The first sentence says what the thing is.
var topics = []topic{
	{"token tokens tokenizer tokenisation tokenization", []string{
		"A language model does not read {letters or words|words or letters}: it {reads|works with} tokens, which are {small|short} pieces of text.",
		"Think of building bricks: a {short|common} word is {one brick|a single brick}, a long or rare word {is put together from|takes} several.",
		"The model {reads|sees} your message as a row of bricks and {adds one brick at a time to answer|answers by adding one brick after another}.",
		"You pay for the bricks that go in and {for those that come out|for the ones that come back}.",
		"In English a token is {some|about} three to four letters, {and newer models cut finer|less with newer models}: 100 words may make 170 tokens.",
		"Digits and code {need|take} more tokens than their length suggests.",
	}},
	{"moon lunar", []string{
		"The moon is a ball of rock that {goes round|circles} the Earth {once in about 27 days|once in some 27 days|about once a month}.",
		"It is {roughly|about|some} 384,000 kilometres away.",
		"It has no light of its own and shines {because the sun lights it|in the light of the sun}.",
		"Its pull {makes|causes} the tides in our seas.",
		"People {first walked on it in 1969|walked on it for the first time in 1969}.",
		"{The same side always faces us|It always shows us the same side}.",
	}},
	{"sun solar", []string{
		"The sun is a star, and {the one nearest to us|our nearest one}.",
		"Its light needs a little over eight minutes to reach the Earth.",
		"It turns hydrogen into helium deep inside, and that sets light and heat free.",
		"More than a hundred Earths would fit across it in a row.",
	}},
	{"llm llms model models ai", []string{
		"A language model is a program that {says|works out} which piece of text is likely to {come next|follow}.",
		"It learned that from {a great deal of|very much} text, before anybody talked to it.",
		"It keeps nothing between two calls: whatever it should know {has to stand in|must be in} the request.",
		"What it writes sounds sure whether it is right or not.",
		"With tools it can do more than write, because your program runs what it asks for.",
	}},
	{"agent agents", []string{
		"An agent is a program that lets a model {choose|decide on} the next step, runs that step, and {shows the model what happened|tells the model how it went}.",
		"{The heart of it|At its heart} is a loop around a model call.",
		"The model only asks: your code decides what is done.",
		"A good agent has a limit on its steps, its tokens and its time.",
	}},
	{"memory remember stateless", []string{
		"Memory, in a conversation with a model, is {the list of messages|nothing but the messages} that your program sends along.",
		"The API keeps no messages between two calls.",
		"What is left out of the list has never happened, as far as the model can tell.",
		"A longer list costs more input tokens at every turn.",
	}},
	{"gravity", []string{
		"Gravity is the pull that {all things|any two things} with mass have on each other.",
		"It holds you on the ground and the moon near the Earth.",
		"A heavier body pulls more, and distance makes the pull weaker fast.",
		"Light itself bends a little where gravity is strong.",
	}},
	{"photosynthesis plant plants leaf leaves", []string{
		"Plants make their food from light, water and a gas in the air, {and that is called|which goes by the name of} photosynthesis.",
		"It happens in the green parts, {mostly|above all} in the leaves.",
		"Sugar is what the plant keeps, and oxygen is what it gives off.",
		"Nearly all food on Earth begins with it.",
	}},
	{"rain cloud clouds", []string{
		"Rain is water that rose from seas and lakes {as vapour and comes back|unseen and returns} in drops.",
		"Clouds are made of droplets so small that they float.",
		"When droplets join and become heavy, they fall.",
		"Weather is hard to tell far ahead because small changes grow.",
	}},
	{"rainbow rainbows", []string{
		"A rainbow appears when sunlight is split into its colours by drops of rain.",
		"You see it with the sun behind you.",
		"Each colour leaves the drops at a slightly different angle.",
		"From high up it can be a full circle.",
	}},
	{"ocean oceans sea seas tide tides", []string{
		"The sea covers about seven tenths of the Earth.",
		"Its tides follow the moon, and a little the sun.",
		"Most of its floor has never been looked at closely.",
		"Its deepest place lies about eleven kilometres down.",
	}},
	{"volcano volcanoes", []string{
		"A volcano is an opening through which molten rock comes up from below.",
		"Below the ground the rock is called magma, and above it lava.",
		"Ash from a large one can cool the weather for a year.",
		"Soil from old lava is often very fertile.",
	}},
	{"computer computers programming code debugging software", []string{
		"A computer follows instructions exactly, one after the other and very fast.",
		"A program is the list of those instructions, written so that people can read it too.",
		"Most of the work is finding out why it does not yet do what you meant.",
		"A test is a question that you let the program answer again and again.",
	}},
	{"golang goroutine goroutines", []string{
		"Go is a small programming language made for programs that many people keep for a long time.",
		"It compiles to one file that needs nothing else.",
		"Things that run side by side are goroutines, and channels connect them.",
		"Errors are ordinary values that a function gives back.",
	}},
	{"internet web", []string{
		"The internet is a network of networks that all agree on how to pass packets on.",
		"A message is cut into packets, and each finds its own way.",
		"The web is only one of the things that run on it.",
		"Nobody owns the whole of it.",
	}},
	{"bread baking cooking cook", []string{
		"Cooking is chemistry that you can eat: heat changes what food is made of.",
		"Bread rises because yeast gives off a gas and the dough holds it.",
		"The brown crust has most of the taste.",
		"Salt is worth more than any spice.",
	}},
	{"coffee tea", []string{
		"Coffee is brewed from roasted seeds, tea from dried leaves.",
		"Both hold caffeine, which keeps you awake for some hours.",
		"Water just off the boil suits both better than boiling water.",
		"People have argued for centuries about which is better.",
	}},
	{"cat cats", []string{
		"Cats are small hunters that {decided|once chose} to live with people.",
		"They sleep for more than half of the day.",
		"Their whiskers tell them whether they fit through a gap.",
		"They purr when content, and sometimes when hurt.",
	}},
	{"dog dogs", []string{
		"Dogs are the {oldest animal companions|first animal friends} of people.",
		"Their noses are thousands of times better than ours.",
		"They read faces and follow a pointing hand.",
		"All breeds belong to one species.",
	}},
	{"bee bees honey", []string{
		"Bees carry pollen {from flower to flower|between flowers} while they {gather|collect} nectar.",
		"They make honey from the nectar, as a store for winter.",
		"A dance tells the others where flowers are.",
		"Many of our fruits depend on them.",
	}},
	{"robot robots", []string{
		"A robot is a machine that senses, decides and {moves|acts}.",
		"Most of them work in factories and look nothing like people.",
		"What is easy for a child, such as tying a shoe, is hard for them.",
		"The word comes from a play of 1920.",
	}},
	{"music song", []string{
		"Music is sound with a plan.",
		"A note's pitch is how often the air swings in a second.",
		"Twice as often sounds like the same note, an octave higher.",
		"Rhythm is what makes feet move.",
	}},
	{"chess", []string{
		"Chess is a game for two on a board of 64 squares.",
		"The aim is to attack the king so that it cannot get away.",
		"There are more possible games than atoms in the world we can see.",
		"Programs have beaten the best players since 1997.",
	}},
	{"sleep dream dreams", []string{
		"Sleep is when the brain tidies up.",
		"It runs in rounds of about an hour and a half.",
		"Dreams are liveliest late in the night.",
		"Too little of it makes us slow and cross.",
	}},
	{"tree trees forest", []string{
		"A tree is a plant with a trunk of wood that can live for hundreds of years.",
		"Each year adds a ring to the trunk.",
		"Leaves breathe out the oxygen that we breathe in.",
		"Fungi connect the roots of many trees with each other.",
	}},
	{"loire", []string{
		"The Loire is the longest river in France, a little over 1,000 kilometres long.",
		"It ends in the Atlantic, near Saint-Nazaire.",
		"It begins as a spring in the Massif Central, in the south of the country.",
		"It flows past Orléans, Tours and Nantes.",
		"Many castles stand in its valley.",
	}},
	{"api http", []string{
		"An API is the set of requests that one program may make of another.",
		"Over HTTP a request has a method, a path, headers and often a body.",
		"The answer has a status that says whether it worked.",
		"Each request stands alone, unless it brings its history along.",
	}},
}

// questions with one answer: all of the words stand in them (| parts
// alternatives), and hardly any others.
var questions = []struct {
	words  []string
	answer string
}{
	{[]string{"longest", "river", "france|french"}, "The Loire."},
	{[]string{"longest", "river", "germany"}, "The Rhine, as far as it runs within Germany."},
	{[]string{"highest", "mountain", "world|earth"}, "Mount Everest."},
	{[]string{"largest|biggest", "planet"}, "Jupiter."},
	{[]string{"largest|biggest", "ocean"}, "The Pacific."},
}

// capitals of countries, by the name in lower case.
var capitals = map[string]string{
	"france": "Paris", "spain": "Madrid", "portugal": "Lisbon", "italy": "Rome", "germany": "Berlin", "austria": "Vienna",
	"switzerland": "Bern", "belgium": "Brussels", "the netherlands": "Amsterdam", "netherlands": "Amsterdam", "england": "London",
	"the united kingdom": "London", "the uk": "London", "scotland": "Edinburgh", "wales": "Cardiff", "ireland": "Dublin",
	"norway": "Oslo", "sweden": "Stockholm", "denmark": "Copenhagen", "finland": "Helsinki", "iceland": "Reykjavik",
	"poland": "Warsaw", "czechia": "Prague", "the czech republic": "Prague", "hungary": "Budapest", "greece": "Athens",
	"romania": "Bucharest", "bulgaria": "Sofia", "croatia": "Zagreb", "ukraine": "Kyiv", "turkey": "Ankara", "egypt": "Cairo",
	"kenya": "Nairobi", "nigeria": "Abuja", "morocco": "Rabat", "south africa": "Pretoria", "india": "New Delhi", "china": "Beijing",
	"japan": "Tokyo", "south korea": "Seoul", "thailand": "Bangkok", "vietnam": "Hanoi", "indonesia": "Jakarta",
	"australia": "Canberra", "new zealand": "Wellington", "canada": "Ottawa", "the united states": "Washington, D.C.",
	"the usa": "Washington, D.C.", "mexico": "Mexico City", "brazil": "Brasilia", "argentina": "Buenos Aires", "chile": "Santiago",
	"peru": "Lima", "colombia": "Bogota", "cuba": "Havana", "luxembourg": "Luxembourg",
}

// collections are what "name three …" chooses from, by the singular.
var collections = map[string][]string{
	"animal": {"otter", "heron", "badger", "lynx", "tortoise", "falcon", "seal", "hedgehog"},
	"colour": {"green", "violet", "amber", "blue", "crimson", "grey", "teal", "white"},
	"color":  {"green", "violet", "amber", "blue", "crimson", "grey", "teal", "white"},
	"fruit":  {"apple", "quince", "plum", "mango", "fig", "pear", "lemon", "cherry"},
	"planet": {"Mercury", "Venus", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune", "Earth"},
	"city":   {"Lisbon", "Vienna", "Oslo", "Athens", "Nairobi", "Kyoto", "Lima", "Dublin"},
	"word":   {"lantern", "harbour", "marble", "thistle", "copper", "meadow", "compass", "velvet"},
	"bird":   {"wren", "heron", "swift", "kestrel", "robin", "lapwing", "crane", "owl"},
	"flower": {"tulip", "aster", "poppy", "iris", "daisy", "lily", "violet", "rose"},
}
