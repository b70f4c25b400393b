package summary

import "strings"

// abbreviation reports that token, the text before a full stop, is a short form.
// Some never end a sentence, since a name or more follows; one that mayEnd does
// before a word that begins sentences.
func abbreviation(token string) (known, mayEnd bool) {
	const names = "dr|mr|mrs|ms|prof|st|mt|gen|col|sgt|capt|lt|cmdr|rev|hon|gov|sen|rep|pres|supt|messrs|mme|mlle|mgr|" +
		"hr|fr|sra|srta|dra|vs|e.g|i.e|eg|ie|cf|viz|approx|appr|incl|excl|misc|ca|resp|z.b|d.h|u.a|o.ä|bzw|vgl|sog|inkl|" +
		"evtl|ggf|dipl|ing|av|tel|т.е|т.к|им|ул"
	const others = "no|nr|vol|fig|figs|sec|sect|ch|chap|eq|eqs|pp|p|pg|art|abs|ver|v|num|núm|n°|jan|feb|mar|apr|jun|" +
		"jul|aug|sep|sept|oct|nov|dec|ed|min|max|kap|bd|str|г|стр|рис|etc|al|inc|ltd|co|corp|jr|sr|dept|est|" +
		"llc|bros|usw|ff|ph.d|a.m|p.m|a.k.a|др|пр"
	token = strings.ToLower(token)
	mayEnd = oneOf(token, others)
	return mayEnd || oneOf(token, names), mayEnd
}

// isStarter reports a capitalised word that commonly begins a sentence, which
// tells "in the U.S. The court" from "the U.S. Supreme Court".
func isStarter(word string) bool {
	const starters = "A|After|All|Also|An|And|Another|Any|As|At|Because|Before|Both|But|By|Each|Even|Every|For|From|" +
		"Had|He|Her|Here|His|How|However|I|If|In|It|Its|Many|More|Most|My|No|Not|Now|On|Once|One|Only|Or|Other|Our|" +
		"Several|She|Since|So|Some|Still|Such|Than|That|The|Their|Then|There|These|They|This|Those|Though|To|Two|Under|" +
		"Until|Use|We|Well|What|When|Where|While|Who|Why|With|Yet|You|Your|Der|Die|Das|Ein|Eine|Er|Sie|Es|Wir|Ich|Im|Am|" +
		"Auf|Bei|Mit|Nach|Le|La|Les|Un|Une|Il|Elle|Ils|Elles|Nous|Vous|Ce|Cette|Dans|El|Los|Las|En|Se|Su|Por|Para|Он|" +
		"Она|Они|Это|Мы|Но|На"
	return oneOf(strings.TrimRight(word, ",;:!?."), starters)
}
