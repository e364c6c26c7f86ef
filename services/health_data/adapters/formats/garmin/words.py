"""What Garmin Connect calls the columns of its tables, and kinds of activity, in the languages it speaks."""

from typing import Final

ACTIVITY_COLUMNS: Final = {
    "kind": (
        *("activity type", "aktivitätstyp", "type d'activité", "tipo de actividad", "tipo de atividade"),
        *("tipo di attività", "tipo attività", "aktivitetstype", "aktivitetstyp", "activiteittype", "type activiteit"),
        *("typ aktywności", "tevékenység típusa", "アクティビティタイプ", "活动类型", "活動類型"),
    ),
    "date": ("date", "datum", "fecha", "data", "dato", "dátum", "日付", "日期"),
    "distance": (
        *("distance", "distanz", "distancia", "distância", "distanza", "afstand", "distans", "distanse", "dystans"),
        *("távolság", "距離", "距离"),
    ),
    "calories": (
        *("calories", "kalorien", "calorías", "calorias", "calorie", "calorieën", "kalorier", "kalorie"),
        *("totale kalorier", "suma kalorii", "kalóriaszám", "カロリー", "热量消耗", "卡路里"),
    ),
    "time": (
        *("time", "activity time", "zeit", "durée", "temps", "tiempo", "tempo", "tempo total", "tid", "tijd", "czas"),
        *("idő", "タイム", "时间", "時間"),
    ),
    "elapsed": (
        *("elapsed time", "verstrichene zeit", "temps écoulé", "tiempo transcurrido", "duração", "tempo trascorso"),
        *("tempo decorrido", "tempo transcorrido", "verstreken tijd", "forløbet tid", "förfluten tid", "total tid"),
        *("medgått tid", "upłynęło czasu", "eltelt idő", "経過時間", "全程耗时"),
    ),
    "heart_rate": (
        *("avg hr", "average hr", "ø hf", "ø herzfrequenz", "fréquence cardiaque moyenne", "fc moyenne"),
        *("frecuencia cardiaca media", "fc media", "fc média", "gennemsnitlig puls", "genomsnittlig puls"),
        *("gjennomsnittlig puls", "gem. hs", "gemiddelde hs", "gemiddelde hartslag", "średnie tętno", "medelpuls"),
        *("átlagos pulzusszám", "平均心拍数", "平均心率"),
    ),
    "ascent": (
        *("total ascent", "elev gain", "elevation gain", "positiver höhenunterschied", "anstieg gesamt"),
        *("gesamtanstieg", "ascension totale", "gain d'altitude", "ascenso total", "subida total", "ascesa totale"),
        *("højdeforøgelse", "samlet stigning", "totale stijging", "total stigning", "stigning totalt"),
        *("całkowity wznios", "teljes emelkedés", "総上昇量", "累计爬升"),
    ),
    "steps": (
        *("steps", "schritte", "pas", "pasos", "passos", "passi", "skridt", "stappen", "steg", "skritt", "kroki"),
        *("lépések", "ステップ", "步数"),
    ),
    "cadence": (
        *("avg run cadence", "avg cadence", "ø schrittfrequenz (laufen)", "cadence de course moyenne"),
        *("cadencia de carrera media", "cadência de corrida média", "cadenza di corsa media"),
        *("gennemsnit kadence løb", "gennemsnitlig løbekadence", "gemiddelde loopcadans", "medellöpkadens"),
        *("gjennomsnittlig frekvens for løping", "średni rytm biegu", "átl. pedálütem"),
        *("平均ピッチ", "平均步频"),
    ),
    "stride": (
        *("avg stride length", "ø schrittlänge", "longueur moyenne des foulées", "longitud media de zancada"),
        *("comprimento médio da passada", "lunghezza media falcata", "gennemsnitlig skridtlængde"),
        *("gemiddelde staplengte", "gem. staplengte", "medelsteglängd", "gjennomsnittlig skrittlengde"),
        *("średnia długość kroku", "átlagos lépéshossz", "平均歩幅", "平均步长"),
    ),
}
"""By what it holds, the names of a column of the list of activities, in lower case."""

KINDS: Final = {
    "Running": (
        *("laufen", "course à pied", "carrera", "corrida", "corsa", "løb", "løping", "löpning", "hardlopen"),
        *("bieganie", "futás", "ラン", "跑步"),
    ),
    "Treadmill running": (
        *("laufbandtraining", "laufband", "course à pied sur tapis roulant", "entrenamiento en cinta"),
        *("corrida na esteira", "corrida em esteira", "corsa sul tapis roulant", "löpband", "跑步机"),
    ),
    "Trail running": ("trail", "trailrunning"),
    "Cycling": (
        "radfahren",
        "cyclisme",
        "vélo",
        "ciclismo",
        "cykling",
        "sykling",
        "fietsen",
        "wielrennen",
        "kerékpározás",
    ),
    "Road cycling": ("rennradfahren", "cyclisme sur route", "ciclismo en carretera", "ciclismo em estradas"),
    "Indoor cycling": ("indoor cycling", "cyclisme en salle", "ciclismo en sala", "ciclismo em local fechado"),
    "Mountain biking": ("mountainbiken", "vtt", "ciclismo de montaña", "ciclismo na montanha"),
    "Walking": (
        "gehen",
        "marche",
        "marche à pied",
        "caminar",
        "caminata",
        "caminhada",
        "camminata",
        "gang",
        "wandelen",
    ),
    "Hiking": ("wandern", "randonnée", "randonnée pédestre", "senderismo", "escursionismo", "vandring"),
    "Lap swimming": (
        *("pool swim", "schwimmbadschwimmen", "natation en piscine", "natación en piscina", "natação em piscina"),
    ),
    "Open water swimming": ("open water", "freiwasserschwimmen", "natation en eau libre", "aguas abiertas"),
    "Strength training": (
        *("krafttraining", "musculation", "renforcement musculaire", "entrenamiento de fuerza"),
        *("treinamento de força", "allenamento di forza", "styrketræning", "styrketrening", "krachttraining"),
    ),
}
"""By the plain name of a kind, what Garmin Connect calls it elsewhere, in lower case."""

MONTHS: Final = (
    ("jan", "janv", "ene", "gen", "januar", "january", "janvier", "enero", "januari", "janeiro", "gennaio"),
    ("feb", "févr", "fév", "fev", "februar", "february", "février", "febrero", "februari", "fevereiro", "febbraio"),
    ("mar", "mär", "mrz", "mars", "märz", "march", "marzo", "maart", "março", "mrt"),
    ("apr", "avr", "abr", "april", "avril", "abril", "aprile"),
    ("may", "mai", "mag", "maj", "mei", "mayo", "maio", "maggio"),
    ("jun", "juin", "giu", "juni", "june", "junio", "junho", "giugno"),
    ("jul", "juil", "lug", "juli", "july", "juillet", "julio", "julho", "luglio"),
    ("aug", "août", "ago", "august", "agosto", "augustus", "augusti"),
    ("sep", "sept", "set", "september", "septembre", "septiembre", "setembro", "settembre"),
    ("oct", "okt", "out", "ott", "oktober", "october", "octobre", "octubre", "outubro", "ottobre"),
    ("nov", "november", "novembre", "noviembre", "novembro"),
    ("dec", "dez", "déc", "dic", "dezember", "december", "décembre", "diciembre", "dezembro", "dicembre"),
)
"""What the months are called, in full or in short, in lower case."""
