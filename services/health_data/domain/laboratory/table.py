"""The table of laboratory values: name, LOINC codes, kinds of units, what converts them; below, names as printed.

Kinds: m mass, s amount, e charge, a activity and c number of particles, each in a volume; % share; v and g and n
volume, mass and amount of a cell; f filtration; r sedimentation; o osmolality; p, q, i ratios; t time.
Molar masses are in g/mol: that of triglycerides is of triolein, that of hemoglobin of one chain, that of an albumin to
creatinine ratio of creatinine, as laboratories convert. `share` is what a percentage of the same is called.
"""

from typing import Final

TABLE: Final = """
total cholesterol | 2093-3 14647-2 | ms | molar=386.65
    cholesterol, cholesterol total, chol, total chol, tc, gesamtcholesterin, cholesterin, cholesterin gesamt,
    cholesterol gesamt, cholesterol total fasting, colesterol, colesterol total, colesterolo, colesterolo
    totale, cholesterol totaal, totaal cholesterol
LDL cholesterol | 13457-7 2089-1 18262-6 22748-8 39469-2 69419-0 96259-7 | ms | molar=386.65
    ldl, ldl c, ldl chol, ldl chol calc, ldl chol calc nih, ldl calculated, ldl calc, ldl direct, ldl
    cholesterol calc, ldl cholesterol calculated, ldl cholesterol direct, cholesterol ldl, cholesterol in ldl,
    low density lipoprotein, low density lipoprotein cholesterol, ldl cholesterin, cholesterin ldl, cholesterol
    ldl calc, colesterol ldl, colesterolo ldl, ldl colesterol
HDL cholesterol | 2085-9 14646-4 18263-4 | ms | molar=386.65
    hdl, hdl c, hdl chol, cholesterol hdl, cholesterol in hdl, high density lipoprotein, high density
    lipoprotein cholesterol, hdl cholesterin, cholesterin hdl, colesterol hdl, colesterolo hdl
non-HDL cholesterol | 43396-1 70204-3 | ms | molar=386.65
    non hdl, non hdl c, nonhdl, non hdl chol, cholesterol non hdl, non hdl cholesterin, nicht hdl cholesterin,
    colesterol no hdl, colesterolo non hdl, cholesterol non hdl calculated, non hdl cholesterol calculated
VLDL cholesterol | 13458-5 2091-7 | ms | molar=386.65
    vldl, vldl chol, vldl cholesterol cal, vldl c, cholesterol vldl, vldl cholesterol calculated, colesterol
    vldl
triglycerides | 2571-8 14927-8 3043-7 | ms | molar=885.7
    triglyceride, trigs, tg, trig, triglyzeride, neutralfette, triacylglycerol, trigliceridos, trigliceridi,
    triglyceriden, triglicerideos
apolipoprotein B | 1884-6 | m
    apob, apo b, apolipoprotein b100, apolipoproteina b, apolipoproteine b
apolipoprotein A1 | 1869-7 | m
    apoa1, apo a1, apo a 1, apolipoprotein a 1, apolipoprotein a i
lipoprotein(a) | 10835-7 43583-4 | ms
    lp a, lpa, lipoprotein little a, lipoproteina a
fasting glucose | 1558-6 14771-0 76629-5 | ms | molar=180.16
    glucose fasting, fasting blood sugar, fbs, fbg, fpg, fasting blood glucose, fasting plasma glucose, fasting
    sugar, glukose nuchtern, nuchternglukose, nuchternblutzucker, glycemie a jeun, glucosa en ayunas, glucosa
    basal, glicemia a digiuno, glucose nuchter, fasting glucose plasma
glucose | 2345-7 2339-0 14749-6 15074-8 41653-7 32016-8 | ms | molar=180.16
    blood glucose, blood sugar, plasma glucose, gluc, serum glucose, glukose, blutzucker, glycemie, glucosa,
    glicemia, glucosio, glucose random, glicose, glu
HbA1c | 4548-4 17856-6 59261-8 4549-2 71875-9 | %i
    a1c, hemoglobin a1c, haemoglobin a1c, hgb a1c, hb a1c, hgba1c, glycated hemoglobin, glycated haemoglobin,
    glycohemoglobin, hba1c ifcc, hba1c ngsp, glycosylated hemoglobin, hamoglobin a1c, glykohamoglobin,
    hemoglobine glyquee, hemoglobine glyquee hba1c, hemoglobina glicosilada, hemoglobina glucosilada,
    hemoglobina glicada, emoglobina glicata, hemoglobin a1c hemoglobin total in blood, a1c hemoglobin,
    hemoglobin a1c hemoglobin total, hba1c dcct, hemoglobin a1c hba1c, hba1c mmol mol
insulin | 20448-7 14796-7 | as
    fasting insulin, insulin fasting, insuline, insulina, insulin nuchtern
C-peptide | 1986-9 | ms | molar=3020.3
    c peptid, peptide c, peptido c
HOMA-IR | - | -
    homa ir, homa, homa index
hemoglobin | 718-7 59260-0 20509-6 | ms | molar=16114.5
    haemoglobin, hgb, hb, hamoglobin, hemoglobine, hemoglobina, emoglobina, hemoglobin hgb, haemoglobin hb
hematocrit | 4544-3 20570-8 | %
    haematocrit, hct, hkt, hamatokrit, hematocrite, hematocrito, ematocrito, packed cell volume, pcv,
    hematocriet, haematocrit hct, hamatokrit hkt
red blood cells | 789-8 26453-1 | c
    rbc, red blood cell count, red blood cell, erythrocytes, red cells, red cell count, erythrozyten, hematies,
    globules rouges, eritrocitos, eritrociti, globuli rossi, rbc count, erytrocyten, erythrocyten, red blood
    cell count rbc
white blood cells | 6690-2 26464-8 33765-9 | c
    wbc, white blood cell count, white blood cell, leukocytes, leucocytes, white cell count, white cells,
    leukozyten, leucocitos, leucociti, globuli bianchi, wbc count, globules blancs, leukocyten, total white cell
    count, white blood cell count wbc, total leucocyte count, total leukocyte count, leucocyte count
platelets | 777-3 26515-7 | c
    platelet count, platelet, plt, thrombocytes, thrombozyten, plaquettes, plaquetas, piastrine, trombocyten,
    platelets count
MCV | 787-2 30428-7 | v
    mean corpuscular volume, mean cell volume, vgm, vcm, mittleres zellvolumen, mean cell volume mcv
MCH | 785-6 28539-5 | gn | molar=16114.5
    mean corpuscular hemoglobin, mean corpuscular haemoglobin, mean cell haemoglobin, mean cell hemoglobin, hbe,
    tcmh, hcm, mean cell haemoglobin mch
MCHC | 786-4 28540-3 | ms% | molar=16114.5
    mean corpuscular hemoglobin concentration, chcm, ccmh, mean corpuscular haemoglobin concentration, mean cell
    haemoglobin concentration
RDW | 788-0 30385-9 | %
    red cell distribution width, rdw cv, red blood cell distribution width, erythrozytenverteilungsbreite, red
    cell dist width
RDW-SD | 21000-5 30384-2 | v
    rdw sd, erythrocyte distribution width
MPV | 32623-1 28542-9 | v
    mean platelet volume, vpm, mittleres thrombozytenvolumen
neutrophils | 751-8 26499-4 | c | share=neutrophils_percent
    neutrophil, neutrophile, neutrophiles, neutrofilos, neutrofili, neut, neutrophile granulozyten,
    polynucleaires neutrophiles, segmented neutrophils
neutrophils percent | 770-8 26511-6 | %
    neutrophils pct
lymphocytes | 731-0 26474-7 | c | share=lymphocytes_percent
    lymphocyte, lymphs, lymph, lymphozyten, linfocitos, linfociti, lymfocyten
lymphocytes percent | 736-9 26478-8 | %
    lymphocytes pct
monocytes | 742-7 26484-6 | c | share=monocytes_percent
    monocyte, monos, mono, monozyten, monocitos, monociti, monocyten
monocytes percent | 5905-5 26485-3 | %
    monocytes pct
eosinophils | 711-2 26449-9 | c | share=eosinophils_percent
    eosinophil, eos, eosinophile, eosinophiles, eosinofilos, eosinofili, polynucleaires eosinophiles,
    eosinophile granulozyten
eosinophils percent | 713-8 26450-7 | %
    eosinophils pct
basophils | 704-7 26444-0 | c | share=basophils_percent
    basophil, basos, baso, basophile, basophiles, basofilos, basofili, polynucleaires basophiles, basophile
    granulozyten
basophils percent | 706-2 30180-4 | %
    basophils pct
reticulocytes | 60474-4 14196-0 | c | share=reticulocytes_percent
    reticulocyte count, retikulozyten, reticulocyte
reticulocytes percent | 17849-1 4679-7 | %
ESR | 4537-7 30341-2 | r
    erythrocyte sedimentation rate, sed rate, sedimentation rate, bsg, vs, vsg, blutsenkung, sed rate by
    modified westergren, esr westergren, velocidad de sedimentacion
ferritin | 2276-4 20567-4 14723-1 24373-3 | ms | molar=445000
    ferritine, ferritina
iron | 2498-4 14798-3 | ms | molar=55.845
    iron total, eisen, fer, fer serique, hierro, ferro, sideremia, ijzer, fe
TIBC | 2500-7 14800-7 | ms | molar=55.845
    total iron binding capacity, iron binding capacity, eisenbindungskapazitat, iron bind cap tibc, totale
    eisenbindungskapazitat
UIBC | 2501-5 22753-8 | ms | molar=55.845
    unsaturated iron binding capacity
transferrin | 3034-6 | m
    transferrine, transferrina
transferrin saturation | 2502-3 14801-5 | %
    tsat, iron saturation, iron sat, transferrinsattigung, coefficient de saturation de la transferrine,
    saturacion de transferrina
vitamin D | 62292-8 1989-3 35365-6 14635-7 | ms | molar=400.64
    vit d, 25 hydroxyvitamin d, 25 hydroxy vitamin d, vitamin d 25 oh, vitamin d 25 hydroxy, vitamin d total, 25
    oh vitamin d, 25 oh d, calcidiol, vitamin d3, vitamin d 25 oh total, vitamin d 25 oh total ia, 25 oh vitamin
    d total, 25 oh vitamin d3, vitamin d 25 oh d3, 25 hydroxyvitamin d3, vitamin d3 25 oh, vitamin d3 25
    hydroxy, 25 oh vitamine d, vitamine d, vitamina d, 25 hydroxyvitamin d total, vitamin d 25oh, 25 hydroxy
    vitamine d, vitamina d 25 oh, 25 oh vitamina d
vitamin B12 | 2132-9 14685-2 | ms | molar=1355.37
    b12, vit b12, cobalamin, vitamin b 12, b 12, vitamine b12, vitamina b12, cobalamine, vitamin b12 cobalamin
active B12 | - | s
    holotranscobalamin, holotc, active vitamin b12, vitamin b12 active
folate | 2284-8 14732-2 | ms | molar=441.4
    folic acid, vitamin b9, b9, folate folic acid, folsaure, folates, acide folique, acido folico, folaat,
    folate serum, folato
vitamin B6 | 30552-4 | ms | molar=247.14
    b6, vit b6, pyridoxal 5 phosphate, pyridoxal phosphate
vitamin A | 2923-1 14905-4 | ms | molar=286.45
    vit a, retinol, vitamine a, vitamina a
vitamin E | 1823-4 14590-4 | ms | molar=430.71
    vit e, alpha tocopherol, tocopherol, vitamine e, vitamina e
vitamin C | 1903-4 | ms | molar=176.12
    vit c, ascorbic acid
zinc | 5763-8 | ms | molar=65.38
    zink, zn
copper | 5631-7 | ms | molar=63.546
    kupfer, cuivre, cobre, rame
selenium | 5724-0 | ms | molar=78.97
    selen, selenio
homocysteine | 13965-9 2428-1 | ms | molar=135.18
    hcy, homocystein, homocisteina, homocysteine total, omocisteina
omega-3 index | - | %
    omega3 index, omega 3
methylmalonic acid | 13964-2 | ms | molar=118.09
    mma, methylmalonsaure
ALT | 1742-6 1743-4 1744-2 | a
    alanine aminotransferase, alanine transaminase, sgpt, gpt, alat, alt sgpt, sgpt alt, alt gpt, gpt alt, gpt
    alat, alat gpt, alaninaminotransferase, transaminases sgpt, tgp, tgp alat, alanin aminotransferase, alanina
    aminotransferasi, alt alanine aminotransferase, alanine aminotransferase alt, alanine aminotransferase alt
    sgpt, alat sgpt, s g p t
AST | 1920-8 30239-8 88112-8 | a
    aspartate aminotransferase, aspartate transaminase, sgot, got, asat, ast sgot, sgot ast, ast got, got ast,
    got asat, asat got, aspartataminotransferase, tgo, tgo asat, aspartat aminotransferase, aspartato
    aminotransferasi, aspartate aminotransferase ast, asat sgot, s g o t
GGT | 2324-2 | a
    gamma gt, gamma glutamyl transferase, gamma glutamyltransferase, ggtp, g gt, ggt gamma, gamma glutamyl
    transpeptidase, gamma glutamyltransferase ggt, gammagt, gamma glutamyl transferase ggt, yglt
alkaline phosphatase | 6768-6 | a
    alp, alk phos, alkaline phosphatase alp, alkalische phosphatase, ap, phosphatase alcaline, phosphatases
    alcalines, fosfatasa alcalina, fosfatasi alcalina, alk phosphatase
bilirubin | 1975-2 14631-6 42719-5 | ms | molar=584.66
    total bilirubin, bilirubin total, t bili, tbil, bilirubine totale, bilirubin gesamt, gesamtbilirubin,
    bilirrubina total, bilirubina totale, bilirubine
direct bilirubin | 1968-7 14629-0 | ms | molar=584.66
    bilirubin direct, conjugated bilirubin, bilirubin conjugated, bilirubin direkt, direktes bilirubin,
    bilirubine conjuguee, bilirrubina directa
LDH | 2532-0 14804-9 | a
    lactate dehydrogenase, laktatdehydrogenase, ld, ldh lactate dehydrogenase
creatine kinase | 2157-6 | a
    ck, cpk, creatine phosphokinase, kreatinkinase, ck total, creatine kinase ck, creatine kinase total, ck
    gesamt, creatin kinase, cpk total
lipase | 3040-3 | a
    lipasa
amylase | 1798-8 | a
    alpha amylase, amilasa, amilasi
albumin | 1751-7 61151-7 2862-1 | ms | molar=66500
    albumine, albumina, alb
globulin | 10834-0 2336-6 | m
    globulin total, globuline, globulin calculated
total protein | 2885-2 | m
    protein total, gesamteiweiss, eiweiss gesamt, total proteins, proteines totales, proteinas totales, proteine
    totali, protein total serum
creatinine | 2160-0 38483-4 14682-9 59826-8 | ms | molar=113.1
    creat, kreatinin, creatininemie, creatinina, crea, creatinine enzymatic
eGFR | 98979-8 62238-1 33914-3 48642-3 77147-7 69405-9 88294-4 | f
    gfr, glomerular filtration rate, estimated glomerular filtration rate, egfr ckd epi, gfr ckd epi, dfg, egfr
    if nonafricn am, egfr non afr american, egfr mdrd, gfr mdrd, dfg ckd epi, glomerulare filtrationsrate, gfr
    estimated, estimated gfr, filtrado glomerular, egfr ckd epi 2021, egfr calculated, gfr nach ckd epi
cystatin C | 33863-2 | m
    cystatin c, cystatine c, cistatina c
urea | 22664-7 3091-6 | ms | molar=60.056
    harnstoff, uree, ureum, urea serum, azotemia urea
urea nitrogen | 3094-0 6299-2 14937-7 | ms | molar=28.014
    bun, blood urea nitrogen, urea nitrogen bun, harnstoff n, harnstoff stickstoff, nitrogeno ureico, blood urea
    nitrogen bun, bun blood urea nitrogen
uric acid | 3084-1 14933-6 | ms | molar=168.11
    urate, harnsaure, acide urique, acido urico, urinezuur, uricemie
urine albumin to creatinine ratio | 14959-1 9318-7 30000-4 32294-1 | pq | molar=113.1
    albumin creatinine ratio, acr, uacr, microalbumin creatinine ratio, alb creat ratio, albumin creatinine
    ratio urine, microalb creat ratio, albumin kreatinin quotient
sodium | 2951-2 2947-0 | se | charge=1
    natrium, sodio, na, natremie
potassium | 2823-3 6298-4 | se | charge=1
    kalium, potasio, potassio, k, kaliemie
chloride | 2075-0 2069-3 | se | charge=1
    chlorid, chlorure, cloruro, cloro, cl, chlorures
carbon dioxide | 2028-9 20565-8 1963-8 | se | charge=1
    co2, carbon dioxide total, bicarbonate, hco3, total co2, co2 total, bicarbonat, bicarbonato, bicarbonates
calcium | 17861-6 49765-1 2000-8 | mse | molar=40.078 charge=2
    kalzium, calcio, ca, calcemie, calcium total, calcium gesamt
magnesium | 19123-9 2601-3 | mse | molar=24.305 charge=2
    magnesio, mg, magnesemie
phosphate | 2777-1 14879-1 | ms | molar=30.974
    phosphorus, phosphor, phosphat, phosphore, fosforo, inorganic phosphate, phosphate inorganic, phosphorus
    inorganic
anion gap | 33037-3 10466-1 1863-0 | se | charge=1
    anion gap calculated
osmolality | 2692-2 | o
    osmolalitat, serum osmolality
lactate | 2524-7 14118-4 | ms | molar=90.08
    laktat, lactic acid, lactato
ammonia | 16362-6 | ms | molar=17.031
    ammoniak, amonio
TSH | 3016-3 11579-0 11580-8 | a
    thyroid stimulating hormone, thyrotropin, tsh basal, tsh 3rd generation, tsh ultrasensitive, thyreotropin,
    thyroid stimulating hormone tsh, tsh us, tirotropina, tsh basal tsh, tsh w reflex to ft4, tsh sensitive
free T4 | 3024-7 14920-3 | ms | molar=776.87
    ft4, free thyroxine, t4 free, thyroxine free, t4 free direct, freies t4, t4 libre, t4 libera, free t4 ft4,
    t4 frei, freies thyroxin, thyroxine t4 free, free thyroxine ft4
T4 | 3026-2 14921-1 | ms | molar=776.87
    thyroxine, total t4, t4 total, thyroxin, thyroxine t4, t4 thyroxine total
free T3 | 3051-0 14928-6 | ms | molar=650.97
    ft3, free triiodothyronine, t3 free, freies t3, t3 libre, t3 libera, triiodothyronine free, triiodothyronine
    t3 free, t3 frei, free t3 ft3
T3 | 3053-6 14930-2 | ms | molar=650.97
    triiodothyronine, total t3, t3 total, triiodothyronine t3
thyroid peroxidase antibodies | 8099-4 56477-3 | a
    tpo antibodies, anti tpo, tpo ab, thyroid peroxidase ab, thyroid peroxidase tpo ab, tpo ak, tpo antikorper,
    thyroid peroxidase antibody, ac anti tpo, anticorps anti tpo, thyroidperoxidase antibodies
thyroglobulin antibodies | 8098-6 | a
    thyroglobulin antibody, tg antibodies, anti tg, tg ab, thyroglobulin ab, tak, thyroglobulin antikorper
testosterone | 2986-8 14913-8 | ms | molar=288.42
    total testosterone, testosterone total, testosteron, testosterona, testosterone total ms, testosterone
    serum, testosterona total, testosteron gesamt, testosterone totale
free testosterone | 2991-8 | ms | molar=288.42
    testosterone free, freies testosteron, testosterona libre, testosterone free direct, free testosterone
    direct, free testosterone calculated, testosterone libre
SHBG | 13967-5 2942-1 | sm
    sex hormone binding globulin, sex horm binding glob, sex horm binding glob serum, sexualhormon bindendes
    globulin
estradiol | 2243-4 14715-7 | ms | molar=272.38
    oestradiol, e2, ostradiol, estradiol e2, oestradiol 17b, ostradiol e2
progesterone | 2839-9 | ms | molar=314.46
    progesteron, progesterona
prolactin | 2842-3 20568-2 | ma
    prolaktin, prolactine, prolactina
LH | 10501-5 | a
    luteinizing hormone, luteinising hormone, luteinizing hormone lh, lutropin, luteinisierendes hormon, hormona
    luteinizante
FSH | 15067-2 | a
    follicle stimulating hormone, fsh follicle stimulating hormone, follikelstimulierendes hormon, follicle
    stimulating hormone fsh
cortisol | 2143-6 9813-7 14675-3 | ms | molar=362.46
    cortisol am, morning cortisol, am cortisol, cortisol total, kortisol, cortisol morning, cortisol a m,
    cortisol basal
DHEA-S | 2191-5 14688-6 | ms | molar=368.49
    dheas, dhea sulfate, dhea sulphate, dehydroepiandrosterone sulfate, dhea s, dhea so4
IGF-1 | 2484-4 | ms | molar=7649
    igf1, igf 1, insulin like growth factor 1, igf i, somatomedin c, igf 1 lc ms
parathyroid hormone | 2731-8 14866-8 | ms | molar=9425
    pth, pth intact, intact pth, parathormon, parathormone, parathyroid hormone intact
anti-Mullerian hormone | 38476-8 | ms
    amh, anti mullerian hormone amh, anti muller hormon
PSA | 2857-1 35741-8 | m
    prostate specific antigen, psa total, total psa, prostate specific ag, psa gesamt, prostate specific ag
    serum, prostate specific antigen psa
CRP | 1988-5 76485-2 | ms | molar=105000
    c reactive protein, c reaktives protein, proteine c reactive, crp quantitative, proteina c reactiva, c
    reactive protein quant, proteina c reattiva, c reactive protein crp, pcr
hs-CRP | 30522-7 71426-1 | ms | molar=105000
    hscrp, high sensitivity crp, high sensitivity c reactive protein, crp hs, c reactive protein cardiac, hs c
    reactive protein, cardio crp, crp high sensitivity, crp ultrasensitiv, crp ultrasensible, hochsensitives
    crp, c reactive protein high sensitivity, crp hochsensitiv, high sensitivity c reactive protein hs crp, c
    reactive protein hs
fibrinogen | 3255-7 | m
    fibrinogene, fibrinogeno, fibrinogen activity
INR | 6301-6 34714-6 46418-0 | -
    international normalized ratio, inr inr
prothrombin time | 5902-2 5964-2 | t
    pt, protime
aPTT | 14979-9 3173-2 | t
    ptt, activated partial thromboplastin time, partial thromboplastin time
troponin T | 67151-1 6598-7 48425-3 | m
    troponin t hs, hs troponin t, high sensitivity troponin t
NT-proBNP | 33762-6 | ms | molar=8457
    nt pro bnp, ntprobnp, pro bnp
rheumatoid factor | 11572-5 | a
    rf, rheumafaktor, facteur rhumatoide
IgE | 19113-0 | ma
    immunoglobulin e, ige total, total ige, gesamt ige
"""
