"""Shapes of code in which a function is called back, for measure.py: SHAPES is a list of (name, imports, declarations, statement of the
test, the function asked for). `hit()` notes that this one runs."""
SHAPES = []
def add(name, imports, decls, stmt, method):
    SHAPES.append((name.replace(' ', '_').lower(), imports, decls, stmt, method))
W={ # position: (decls, expr)
 'direct':('', 'T{}'),
 'ptr':('', '&T{}'),
 'field':('type W struct{ F T }\n','W{}'),
 'ptrfield':('type W struct{ F *T }\n','W{&T{}}'),
 'nested':('type W struct{ A struct{ F T } }\n','W{}'),
 'nestednamed':('type V struct{ F T }\ntype W struct{ A V }\n','W{}'),
 'slice':('','[]T{{}}'),
 'ptrslice':('','[]*T{{}}'),
 'namedslice':('type L []T\n','L{{}}'),
 'array':('','[1]T{}'),
 'mapval':('','map[string]T{"a":{}}'),
 'mapkey':('','map[T]int{{}:1}'),
 'anyfield':('type W struct{ F any }\n','W{F: T{}}'),
 'anyslice':('','[]any{T{}}'),
 'anymap':('','map[string]any{"a": T{}}'),
 'genfield':('type G[X any] struct{ F X }\n','G[T]{}'),
 'genslice':('type G[X any] struct{ F []X }\n','G[T]{F: []T{{}}}'),
 'genmap':('type G[K comparable, X any] struct{ F map[K]X }\n','G[string, T]{F: map[string]T{"a": {}}}'),
 'genkey':('type G[K comparable, X any] struct{ F map[K]X }\n','G[T, int]{F: map[T]int{{}: 1}}'),
 'genofslice':('type G[X any] struct{ F X }\n','G[[]T]{F: []T{{}}}'),
 'gennested':('type G[X any] struct{ F X }\ntype H[X any] struct{ G G[X] }\n','H[T]{}'),
 'gennamed':('type G[X any] struct{ F X }\ntype W G[T]\n','W{}'),
 'genptr':('type G[X any] struct{ F *X }\n','G[T]{F: &T{}}'),
 'genembedded':('type G[X any] struct{ F X }\ntype W struct{ G[T] }\n','W{}'),
 'genmaker':('type G[X any] struct{ F X }\nfunc mk[X any]() G[X] { return G[X]{} }\n','mk[T]()'),
 'genmakerptr':('type G[X any] struct{ F X }\nfunc mk[X any](x X) *G[X] { return &G[X]{x} }\n','mk(T{})'),
 'genwrap':('func wrap[X any](x X) any { return x }\n','wrap(T{})'),
 'genlist':('func list[X any](x ...X) []X { return x }\n','list(T{})'),
 'result':('func get() any { return T{} }\n','get()'),
 'typedresult':('func get() T { return T{} }\n','get()'),
 'variable':('var v any = T{}\n','v'),
 'ifaceget':('type I interface{ Get() any }\ntype J struct{}\nfunc (J) Get() any { return T{} }\nvar i I = J{}\n','i.Get()'),
 'closure':('','func() any { return T{} }()'),
 'chan':('func recv() any { c := make(chan T, 1); c <- T{}; return <-c }\n','recv()'),
 'anon':('','struct{ F T }{}'),
 'alias':('type A = T\n','A{}'),
 'defined':('type W struct{ F T }\ntype X W\n','X{}'),
}
M={
 'String':(['fmt'],'func (T) String() string { hit(); return "" }\n','_ = fmt.Sprint({V})','T.String',()),
 'Error':(['fmt'],'func (T) Error() string { hit(); return "" }\n','_ = fmt.Sprintf("%v", {V})','T.Error',()),
 'Format':(['fmt'],'func (T) Format(s fmt.State, r rune) { hit() }\n','_ = fmt.Sprintf("%d", {V})','T.Format',()),
 'MarshalJSON':(['encoding/json'],'func (T) MarshalJSON() ([]byte, error) { hit(); return []byte("1"), nil }\n','_, _ = json.Marshal({V})','T.MarshalJSON',()),
 'MarshalText':(['encoding/json'],'func (T) MarshalText() ([]byte, error) { hit(); return []byte("1"), nil }\n','_, _ = json.Marshal({V})','T.MarshalText',()),
 'MarshalXML':(['encoding/xml'],'func (T) MarshalXML(e *xml.Encoder, s xml.StartElement) error { hit(); return nil }\n','_, _ = xml.Marshal({V})','T.MarshalXML',()),
 'GobEncode':(['encoding/gob','io'],'func (T) GobEncode() ([]byte, error) { hit(); return []byte("1"), nil }\nfunc (*T) GobDecode([]byte) error { return nil }\n','gob.Register(T{}); _ = gob.NewEncoder(io.Discard).Encode({V})','T.GobEncode',()),
 'LogValue':(['log/slog','io'],'func (T) LogValue() slog.Value { hit(); return slog.IntValue(1) }\n','slog.New(slog.NewTextHandler(io.Discard, nil)).Info("a", "b", {V})','T.LogValue',()),
 'Encoder':(['encoding/json','io'],'func (T) MarshalJSON() ([]byte, error) { hit(); return []byte("1"), nil }\n','_ = json.NewEncoder(io.Discard).Encode({V})','T.MarshalJSON',()),
 'Errorf':(['fmt'],'func (T) String() string { hit(); return "" }\n','_ = fmt.Errorf("x %s", {V}).Error()','T.String',()),
 'tmplprint':(['text/template','io'],'func (T) String() string { hit(); return "" }\n','_ = template.Must(template.New("").Parse("{{.}}")).Execute(io.Discard, {V})','T.String',()),
}
for m,(imp,meth,stmt,ask,_) in M.items():
    for p,(d,e) in W.items():
        add(f'{m}_{p}', imp, 'type T struct{ N int }\n'+meth+d, stmt.replace('{V}',e), ask)
# templates
TP={
 'field':('type W struct{ F T }\n','W{}','{{.F.M}}'),
 'ptrfield':('type W struct{ F *T }\n','W{&T{}}','{{.F.M}}'),
 'deep':('type V struct{ F T }\ntype W struct{ A V }\n','W{}','{{.A.F.M}}'),
 'anon':('','struct{ F T }{}','{{.F.M}}'),
 'range':('','[]T{{}}','{{range .}}{{.M}}{{end}}'),
 'rangevar':('','[]T{{}}','{{range $i, $e := .}}{{$e.M}}{{end}}'),
 'rangemap':('','map[string]T{"a":{}}','{{range .}}{{.M}}{{end}}'),
 'rangekey':('','map[T]int{{}:1}','{{range $k, $v := .}}{{$k.M}}{{end}}'),
 'mapfield':('','map[string]T{"a":{}}','{{.a.M}}'),
 'anymap':('','map[string]any{"a":T{}}','{{.a.M}}'),
 'index':('','[]T{{}}','{{(index . 0).M}}'),
 'result':('type W struct{}\nfunc (W) Get() T { return T{} }\n','W{}','{{.Get.M}}'),
 'resultslice':('type W struct{}\nfunc (W) Get() []T { return []T{{}} }\n','W{}','{{range .Get}}{{.M}}{{end}}'),
 'resultany':('type W struct{}\nfunc (W) Get() any { return T{} }\n','W{}','{{.Get.M}}'),
 'resulterr':('type W struct{}\nfunc (W) Get() (T, error) { return T{}, nil }\n','W{}','{{.Get.M}}'),
 'chain':('type W struct{}\nfunc (W) Get() *V { return &V{} }\ntype V struct{}\nfunc (*V) Next() *T { return &T{} }\n','W{}','{{.Get.Next.M}}'),
 'with':('type W struct{ F T }\n','W{}','{{with .F}}{{.M}}{{end}}'),
 'variable':('type W struct{ F T }\n','W{}','{{$x := .F}}{{$x.M}}'),
 'embedded':('type W struct{ T }\n','W{}','{{.M}}'),
 'embeddedptr':('type W struct{ *T }\n','W{&T{}}','{{.M}}'),
 'iface':('type I interface{ M() string }\ntype W struct{ F I }\n','W{T{}}','{{.F.M}}'),
 'anyfield':('type W struct{ F any }\n','W{T{}}','{{.F.M}}'),
 'gen':('type G[X any] struct{ F X }\n','G[T]{}','{{.F.M}}'),
 'genslice':('type G[X any] struct{ F []X }\n','G[T]{F: []T{{}}}','{{range .F}}{{.M}}{{end}}'),
 'genresult':('type G[X any] struct{ f X }\nfunc (g G[X]) Get() X { return g.f }\n','G[T]{}','{{.Get.M}}'),
 'slicefield':('type W struct{ F []T }\n','W{[]T{{}}}','{{range .F}}{{.M}}{{end}}'),
 'sliceofslice':('type W struct{ F [][]T }\n','W{[][]T{{{}}}}','{{range .F}}{{range .}}{{.M}}{{end}}{{end}}'),
 'mapofslice':('type W struct{ F map[string][]T }\n','W{map[string][]T{"a":{{}}}}','{{range .F}}{{range .}}{{.M}}{{end}}{{end}}'),
 'chan':('func c() chan T { c := make(chan T, 1); c <- T{}; close(c); return c }\n','c()','{{range .}}{{.M}}{{end}}'),
 'func':('type W struct{ F func() T }\n','W{func() T { return T{} }}','{{(call .F).M}}'),
 'define':('type W struct{ F T }\n','W{}','{{define "x"}}{{.M}}{{end}}{{template "x" .F}}'),
 'viavar':('type W struct{ F T }\nvar w any = W{}\n','w','{{.F.M}}'),
 'viafunc':('type W struct{ F T }\nfunc data() any { return W{} }\n','data()','{{.F.M}}'),
 'iter':('type W struct{}\nfunc (W) All() func(yield func(T) bool) { return func(yield func(T) bool) { yield(T{}) } }\n','W{}','{{range .All}}{{.M}}{{end}}'),
 'ptrmethod':('type W struct{ F T }\n','&W{}','{{.F.M}}'),
}
for p,(d,e,t) in TP.items():
    for pkg in ('text/template','html/template'):
        add(f'tmpl{pkg[0]}_{p}',[pkg,'io'],'type T struct{ N int }\nfunc (T) M() string { hit(); return "" }\n'+d,f'_ = template.Must(template.New("").Parse(`{t}`)).Execute(io.Discard, {e})','T.M')
add('tmplfuncs',['text/template','io'],'type T struct{}\nfunc (T) M() string { hit(); return "" }\nfunc get() T { return T{} }\n','_ = template.Must(template.New("").Funcs(template.FuncMap{"get": get}).Parse(`{{get.M}}`)).Execute(io.Discard, nil)','T.M')
add('tmplfuncs2',['text/template','io'],'type T struct{}\nfunc (T) M() string { hit(); return "" }\n','_ = template.Must(template.New("").Funcs(template.FuncMap{"get": func() T { return T{} }}).Parse(`{{get.M}}`)).Execute(io.Discard, nil)','T.M')
add('tmplfuncarg',['text/template','io'],'func take(s string) string { hit(); return s }\n','_ = template.Must(template.New("").Funcs(template.FuncMap{"take": take}).Parse(`{{"a" | take}}`)).Execute(io.Discard, nil)','take')
# unmarshalling
U={'direct':('','new(T)','1'),'field':('type W struct{ F T }\n','new(W)','{"F":1}'),'ptrfield':('type W struct{ F *T }\n','new(W)','{"F":1}'),'slice':('','new([]T)','[1]'),'ptrslice':('','new([]*T)','[1]'),'mapval':('','new(map[string]T)','{"a":1}'),'mapptr':('','new(map[string]*T)','{"a":1}'),'array':('','new([1]T)','[1]'),'nested':('type W struct{ A struct{ F T } }\n','new(W)','{"A":{"F":1}}'),'gen':('type G[X any] struct{ F X }\n','new(G[T])','{"F":1}'),'genslice':('type G[X any] struct{ F []X }\n','new(G[T])','{"F":[1]}'),'anyfield':('type W struct{ F any }\n','&W{F: new(T)}','{"F":1}'),'var':('type W struct{ F T }\nvar w W\n','&w','{"F":1}'),'embed':('type V struct{ F T }\ntype W struct{ V }\n','new(W)','{"F":1}')}
for p,(d,e,data) in U.items():
    add(f'UnmarshalJSON_{p}',['encoding/json'],'type T struct{ N int }\nfunc (*T) UnmarshalJSON([]byte) error { hit(); return nil }\n'+d,f'_ = json.Unmarshal([]byte(`{data}`), {e})','T.UnmarshalJSON')
    add(f'Decoder_{p}',['encoding/json','strings'],'type T struct{ N int }\nfunc (*T) UnmarshalJSON([]byte) error { hit(); return nil }\n'+d,f'_ = json.NewDecoder(strings.NewReader(`{data}`)).Decode({e})','T.UnmarshalJSON')
    add(f'decodegen_{p}',['encoding/json'],'type T struct{ N int }\nfunc (*T) UnmarshalJSON([]byte) error { hit(); return nil }\nfunc decode[X any](p X, b []byte) X { _ = json.Unmarshal(b, p); return p }\n'+d,f'decode({e}, []byte(`{data}`))','T.UnmarshalJSON')
add('UnmarshalText_key',['encoding/json'],'type T struct{ N int }\nfunc (*T) UnmarshalText([]byte) error { hit(); return nil }\n','_ = json.Unmarshal([]byte(`{"a":1}`), new(map[T]int))','T.UnmarshalText')
add('genread',['encoding/json'],'type T struct{ N int }\nfunc (*T) UnmarshalJSON([]byte) error { hit(); return nil }\nfunc read[X any](b []byte) (X, error) { var x X; return x, json.Unmarshal(b, &x) }\n','_, _ = read[T]([]byte(`1`))','T.UnmarshalJSON')
add('genreadslice',['encoding/json'],'type T struct{ N int }\nfunc (*T) UnmarshalJSON([]byte) error { hit(); return nil }\nfunc read[X any](b []byte) ([]X, error) { var x []X; return x, json.Unmarshal(b, &x) }\n','_, _ = read[T]([]byte(`[1]`))','T.UnmarshalJSON')
add('genmethod',['encoding/json'],'type T struct{ N int }\nfunc (T) MarshalJSON() ([]byte, error) { hit(); return []byte("1"), nil }\ntype S[X any] struct{ all []X }\nfunc (s *S[X]) Save() { _, _ = json.Marshal(s.all) }\n','s := &S[T]{all: []T{{}}}; s.Save()','T.MarshalJSON')
add('genmethod2',['encoding/json'],'type T struct{ N int }\nfunc (T) MarshalJSON() ([]byte, error) { hit(); return []byte("1"), nil }\ntype S[X any] struct{ all map[string]X }\nfunc (s *S[X]) Put(k string, x X) { s.all[k] = x }\nfunc (s *S[X]) Save() { _, _ = json.Marshal(s.all) }\nfunc New[X any]() *S[X] { return &S[X]{all: map[string]X{}} }\n','s := New[T](); s.Put("a", T{}); s.Save()','T.MarshalJSON')
# sql
add('sqlvalue',['database/sql/driver'],'type T struct{}\nfunc (T) Value() (driver.Value, error) { hit(); return int64(1), nil }\n','_, _ = driver.DefaultParameterConverter.ConvertValue(T{})','T.Value')
add('sqlnull',['database/sql'],'type T struct{}\nfunc (*T) Scan(any) error { hit(); return nil }\n','var n sql.Null[T]; _ = n.Scan("x")','T.Scan')
add('sqlnullvalue',['database/sql'],'type T struct{}\nfunc (T) Value() (any, error) { hit(); return int64(1), nil }\n','n := sql.Null[T]{V: T{}, Valid: true}; _, _ = n.Value()','T.Value')
# errors
add('errorsIs',['errors'],'type T struct{}\nfunc (T) Error() string { return "" }\nfunc (T) Is(error) bool { hit(); return false }\n','_ = errors.Is(T{}, errors.New("x"))','T.Is')
add('errorsIsWrapped',['errors','fmt'],'type T struct{}\nfunc (T) Error() string { return "" }\nfunc (T) Is(error) bool { hit(); return false }\n','_ = errors.Is(fmt.Errorf("a: %w", T{}), errors.New("x"))','T.Is')
add('errorsUnwrap',['errors'],'type T struct{}\nfunc (T) Error() string { return "" }\nfunc (T) Unwrap() error { hit(); return nil }\n','_ = errors.Is(T{}, errors.New("x"))','T.Unwrap')
add('errorsAs',['errors'],'type T struct{}\nfunc (T) Error() string { return "" }\nfunc (T) As(any) bool { hit(); return false }\ntype E struct{ error }\n','var e E; _ = errors.As(T{}, &e)','T.As')
add('errorsJoin',['errors'],'type T struct{}\nfunc (T) Error() string { hit(); return "" }\n','_ = errors.Join(T{}, nil).Error()','T.Error')
add('errorsUnwrapMany',['errors'],'type T struct{}\nfunc (T) Error() string { return "" }\nfunc (T) Unwrap() []error { hit(); return nil }\n','_ = errors.Is(T{}, errors.New("x"))','T.Unwrap')
# sort etc.
add('sortSort',['sort'],'type T []int\nfunc (t T) Len() int { return len(t) }\nfunc (t T) Less(i, j int) bool { hit(); return false }\nfunc (t T) Swap(i, j int) {}\n','sort.Sort(T{1,2,3})','T.Less')
add('sortReverse',['sort'],'type T []int\nfunc (t T) Len() int { return len(t) }\nfunc (t T) Less(i, j int) bool { hit(); return false }\nfunc (t T) Swap(i, j int) {}\n','sort.Sort(sort.Reverse(T{1,2,3}))','T.Less')
add('heap',['container/heap'],'type T []int\nfunc (t T) Len() int { return len(t) }\nfunc (t T) Less(i, j int) bool { return false }\nfunc (t T) Swap(i, j int) {}\nfunc (t *T) Push(x any) { hit() }\nfunc (t *T) Pop() any { return 1 }\n','heap.Push(&T{}, 1)','T.Push')
add('slicesFunc',['slices'],'type T struct{}\nfunc (T) Cmp(o T) int { hit(); return 0 }\n','slices.SortFunc([]T{{},{}}, T.Cmp)','T.Cmp')
add('slicesFuncField',['slices'],'type T struct{ cmp func(a, b int) int }\nfunc less(a, b int) int { hit(); return 0 }\n','t := T{less}; slices.SortFunc([]int{1,2}, t.cmp)','less')
# io
add('copyWriterTo',['io'],'type T struct{}\nfunc (T) Read([]byte) (int, error) { return 0, io.EOF }\nfunc (T) WriteTo(io.Writer) (int64, error) { hit(); return 0, nil }\n','_, _ = io.Copy(io.Discard, T{})','T.WriteTo')
add('copyReaderFrom',['io','strings'],'type T struct{}\nfunc (T) Write([]byte) (int, error) { return 0, nil }\nfunc (T) ReadFrom(io.Reader) (int64, error) { hit(); return 0, nil }\ntype R struct{ io.Reader }\n','_, _ = io.Copy(T{}, R{strings.NewReader("a")})','T.ReadFrom')
add('writeString',['io'],'type T struct{}\nfunc (T) Write([]byte) (int, error) { return 0, nil }\nfunc (T) WriteString(string) (int, error) { hit(); return 0, nil }\n','_, _ = io.WriteString(T{}, "a")','T.WriteString')
add('fprint',['fmt'],'type T struct{}\nfunc (T) Write([]byte) (int, error) { hit(); return 0, nil }\n','fmt.Fprintln(T{}, "a")','T.Write')
add('multiwriter',['io','fmt'],'type T struct{}\nfunc (T) Write([]byte) (int, error) { hit(); return 0, nil }\n','fmt.Fprintln(io.MultiWriter(T{}), "a")','T.Write')
add('logger',['log'],'type T struct{}\nfunc (T) Write([]byte) (int, error) { hit(); return 0, nil }\n','log.New(T{}, "", 0).Print("a")','T.Write')
add('loggervar',['log'],'type T struct{}\nfunc (T) Write([]byte) (int, error) { hit(); return 0, nil }\nvar l = log.New(T{}, "", 0)\n','l.Print("a")','T.Write')
add('scanner',['bufio','io'],'type T struct{}\nfunc (T) Read([]byte) (int, error) { hit(); return 0, io.EOF }\n','bufio.NewScanner(T{}).Scan()','T.Read')
add('scannerSplit',['bufio','strings'],'func split(d []byte, e bool) (int, []byte, error) { hit(); return 0, nil, nil }\n','s := bufio.NewScanner(strings.NewReader("a")); s.Split(split); s.Scan()','split')
add('bufwriter',['bufio'],'type T struct{}\nfunc (T) Write([]byte) (int, error) { hit(); return 0, nil }\n','w := bufio.NewWriter(T{}); w.WriteString("a"); w.Flush()','T.Write')
add('gzip',['compress/gzip'],'type T struct{}\nfunc (T) Write([]byte) (int, error) { hit(); return 0, nil }\n','w := gzip.NewWriter(T{}); w.Close()','T.Write')
add('csv',['encoding/csv'],'type T struct{}\nfunc (T) Write([]byte) (int, error) { hit(); return 0, nil }\n','w := csv.NewWriter(T{}); w.Write([]string{"a"}); w.Flush()','T.Write')
add('readall',['io'],'type T struct{}\nfunc (T) Read([]byte) (int, error) { hit(); return 0, io.EOF }\n','io.ReadAll(io.LimitReader(T{}, 3))','T.Read')
add('fscan',['fmt','strings'],'type T struct{}\nfunc (*T) Scan(fmt.ScanState, rune) error { hit(); return nil }\n','fmt.Fscan(strings.NewReader("a"), &T{})','T.Scan')
# fs
add('fsread',['io/fs'],'type T struct{}\nfunc (T) Open(string) (fs.File, error) { hit(); return nil, fs.ErrNotExist }\n','fs.ReadFile(T{}, "a")','T.Open')
add('fsreadfile',['io/fs'],'type T struct{}\nfunc (T) Open(string) (fs.File, error) { return nil, fs.ErrNotExist }\nfunc (T) ReadFile(string) ([]byte, error) { hit(); return nil, nil }\n','fs.ReadFile(T{}, "a")','T.ReadFile')
add('fswalk',['io/fs','testing/fstest'],'func walk(string, fs.DirEntry, error) error { hit(); return nil }\n','fs.WalkDir(fstest.MapFS{}, ".", walk)','walk')
# http
H=['net/http','net/http/httptest']
add('handler',H,'type T struct{}\nfunc (T) ServeHTTP(http.ResponseWriter, *http.Request) { hit() }\n','m := http.NewServeMux(); m.Handle("/", T{}); m.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))','T.ServeHTTP')
add('handlefunc',H,'func h(http.ResponseWriter, *http.Request) { hit() }\n','m := http.NewServeMux(); m.HandleFunc("/", h); m.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))','h')
add('handlerfunc',H,'func h(http.ResponseWriter, *http.Request) { hit() }\n','http.HandlerFunc(h).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))','h')
add('middleware',H,'type T struct{}\nfunc (T) ServeHTTP(http.ResponseWriter, *http.Request) { hit() }\nfunc wrap(n http.Handler) http.Handler { return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { n.ServeHTTP(w, r) }) }\n','wrap(T{}).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))','T.ServeHTTP')
add('stripprefix',H,'type T struct{}\nfunc (T) ServeHTTP(http.ResponseWriter, *http.Request) { hit() }\n','http.StripPrefix("/a", T{}).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/a/b", nil))','T.ServeHTTP')
add('roundtrip',['net/http','errors'],'type T struct{}\nfunc (T) RoundTrip(*http.Request) (*http.Response, error) { hit(); return nil, errors.New("x") }\n','c := http.Client{Transport: T{}}; c.Get("http://a")','T.RoundTrip')
add('roundtripdefault',['net/http','errors'],'type T struct{}\nfunc (T) RoundTrip(*http.Request) (*http.Response, error) { hit(); return nil, errors.New("x") }\nfunc init() { http.DefaultTransport = T{} }\n','http.Get("http://a")','T.RoundTrip')
add('httpserver',H,'type T struct{}\nfunc (T) ServeHTTP(http.ResponseWriter, *http.Request) { hit() }\n','s := httptest.NewServer(T{}); defer s.Close(); http.Get(s.URL)','T.ServeHTTP')
# functions called back
F=[('once',['sync'],'var o sync.Once; o.Do(f)'),('oncefunc',['sync'],'sync.OnceFunc(f)()'),('goroutine',['sync'],'var w sync.WaitGroup; w.Go(f); w.Wait()'),('defer',[],'func() { defer f() }()'),('method',[],'g := f; g()'),('field',[],'s := struct{ f func() }{f}; s.f()'),('map',[],'map[string]func(){"a": f}["a"]()'),('cleanup',[],'t.Run("a", func(t *testing.T) { t.Cleanup(f) })'),('afterfunc',['context'],'c, cancel := context.WithCancel(context.Background()); d := make(chan int); context.AfterFunc(c, func() { f(); close(d) }); cancel(); <-d'),('contextafter',['context','time'],'c, cancel := context.WithCancel(context.Background()); context.AfterFunc(c, f); cancel(); time.Sleep(50*time.Millisecond)'),('timer',['time'],'time.AfterFunc(1, f); time.Sleep(50*time.Millisecond)'),('pull',['iter'],'n, stop := iter.Pull(func(y func(int) bool) { f(); y(1) }); n(); stop()'),('reflect',['reflect'],'reflect.ValueOf(f).Call(nil)'),('subtest',[],'for _, c := range []struct{ f func() }{{f}} { c.f() }'),('slicefunc',[],'for _, g := range []func(){f} { g() }')]
for n,imp,st in F:
    add('func_'+n,imp,'func f() { hit() }\n',st,'f')
add('stringsmap',['strings'],'func f(r rune) rune { hit(); return r }\n','strings.Map(f, "a")','f')
add('regexp',['regexp'],'func f(s string) string { hit(); return s }\n','regexp.MustCompile("a").ReplaceAllStringFunc("a", f)','f')
add('pool',['sync'],'func f() any { hit(); return 1 }\nvar p = sync.Pool{New: f}\n','p.Get()','f')
add('walkdir',['path/filepath','io/fs'],'func f(string, fs.DirEntry, error) error { hit(); return nil }\n','filepath.WalkDir(".", f)','f')
add('expand',['os'],'func f(string) string { hit(); return "" }\n','os.Expand("$a", f)','f')
add('flagvar',['flag'],'type T struct{}\nfunc (*T) String() string { return "" }\nfunc (*T) Set(string) error { hit(); return nil }\n','s := flag.NewFlagSet("", 0); s.Var(&T{}, "a", ""); s.Parse([]string{"-a", "b"})','T.Set')
add('flagfunc',['flag'],'func f(string) error { hit(); return nil }\n','s := flag.NewFlagSet("", 0); s.Func("a", "", f); s.Parse([]string{"-a", "b"})','f')
add('textvar',['flag'],'type T struct{}\nfunc (T) MarshalText() ([]byte, error) { return nil, nil }\nfunc (*T) UnmarshalText([]byte) error { hit(); return nil }\n','s := flag.NewFlagSet("", 0); s.TextVar(&T{}, "a", T{}, ""); s.Parse([]string{"-a", "b"})','T.UnmarshalText')
add('quick',['testing/quick','math/rand','reflect'],'type T struct{}\nfunc (T) Generate(*rand.Rand, int) reflect.Value { hit(); return reflect.ValueOf(T{}) }\n','quick.Check(func(T) bool { return true }, nil)','T.Generate')
add('reflectname',['reflect'],'type T struct{}\nfunc (T) M() { hit() }\n','reflect.ValueOf(T{}).MethodByName("M").Call(nil)','T.M')
add('reflectnth',['reflect'],'type T struct{}\nfunc (T) M() { hit() }\n','v := reflect.ValueOf(T{}); for i := range v.NumMethod() { v.Method(i).Call(nil) }','T.M')
add('image',['image','image/color','image/png','io'],'type T struct{}\nfunc (T) ColorModel() color.Model { return color.GrayModel }\nfunc (T) Bounds() image.Rectangle { return image.Rect(0,0,1,1) }\nfunc (T) At(x, y int) color.Color { hit(); return color.Gray{} }\n','png.Encode(io.Discard, T{})','T.At')
add('expvar',['expvar'],'type T struct{}\nfunc (T) String() string { hit(); return "1" }\n','m := new(expvar.Map); m.Set("a", T{}); _ = m.String()','T.String')
add('linesort',['cmp','slices'],'type T struct{ n int }\nfunc key(t T) int { hit(); return t.n }\nfunc by[X any, K cmp.Ordered](x []X, k func(X) K) { slices.SortFunc(x, func(a, b X) int { return cmp.Compare(k(a), k(b)) }) }\n','by([]T{{1},{2}}, key)','key')
add('constraint',[],'type T struct{}\nfunc (T) M() { hit() }\nfunc do[X interface{ M() }](x X) { x.M() }\n','do(T{})','T.M')
add('constraintptr',[],'type T struct{}\nfunc (*T) M() { hit() }\nfunc do[X any, P interface{ *X; M() }]() { P(new(X)).M() }\n','do[T]()','T.M')
add('typeassert',[],'type T struct{}\nfunc (T) M() { hit() }\nfunc do(x any) { if m, ok := x.(interface{ M() }); ok { m.M() } }\n','do(T{})','T.M')
add('typeswitch',[],'type T struct{}\nfunc (T) M() { hit() }\nfunc do(x any) { switch x := x.(type) { case interface{ M() }: x.M() } }\n','do(T{})','T.M')
add('anygenassert',[],'type T struct{}\nfunc (T) M() { hit() }\nfunc do[X any](x X) { if m, ok := any(x).(interface{ M() }); ok { m.M() } }\n','do(T{})','T.M')
add('rangefunc',[],'type T struct{}\nfunc (T) All(yield func(int) bool) { hit(); yield(1) }\n','for range (T{}).All { }','T.All')
add('ctxvalue',['context'],'type T struct{}\nfunc (T) M() { hit() }\ntype k struct{}\nfunc do(c context.Context) { c.Value(k{}).(interface{ M() }).M() }\n','do(context.WithValue(context.Background(), k{}, T{}))','T.M')
add('syncmap',['sync'],'type T struct{}\nfunc (T) M() { hit() }\n','var m sync.Map; m.Store("a", T{}); v, _ := m.Load("a"); v.(interface{ M() }).M()','T.M')
add('list',['container/list'],'type T struct{}\nfunc (T) M() { hit() }\n','l := list.New(); l.PushBack(T{}); l.Front().Value.(interface{ M() }).M()','T.M')
add('atomicvalue',['sync/atomic'],'type T struct{}\nfunc (T) M() { hit() }\n','var a atomic.Value; a.Store(T{}); a.Load().(interface{ M() }).M()','T.M')
F='func f() { hit() }\n'
def fn(name,stmt,decls='',imp=[],base=F): add('fn_'+name,imp,base+decls,stmt,'f')
fn('compslice','[]func(){f}[0]()')
fn('compstruct','struct{ g func() }{f}.g()')
fn('compptr','(&struct{ g func() }{f}).g()')
fn('arr','[...]func(){f}[0]()')
fn('nested','map[string]map[string]func(){"a": {"b": f}}["a"]["b"]()')
fn('varmap','table["a"]()','var table = map[string]func(){"a": f}\n')
fn('varmapstruct','table["a"].run()','type e struct{ run func() }\nvar table = map[string]e{"a": {f}}\n')
fn('varmapok','if g, ok := table["a"]; ok { g() }','var table = map[string]func(){"a": f}\n')
fn('rangetable','for _, g := range table { g() }','var table = []func(){f}\n')
fn('rangestruct','for _, e := range table { e.run() }','var table = []struct{ run func() }{{f}}\n')
fn('initset','table["a"]()','var table = map[string]func(){}\nfunc init() { table["a"] = f }\n')
fn('register','run("a")','var table = map[string]func(){}\nfunc register(n string, g func()) { table[n] = g }\nfunc init() { register("a", f) }\nfunc run(n string) { table[n]() }\n')
fn('chan','c := make(chan func(), 1); c <- f; (<-c)()')
fn('ptr','g := f; p := &g; (*p)()')
fn('ifaceassert','var x any = f; x.(func())()')
fn('ifaceswitch','var x any = f; switch g := x.(type) { case func(): g() }')
fn('named','H(f).Do()','type H func()\nfunc (h H) Do() { h() }\n')
fn('namediface','do(H(f))','type H func()\nfunc (h H) Do() { h() }\ntype D interface{ Do() }\nfunc do(d D) { d.Do() }\n')
fn('generic','call(f)','func call[X func()](x X) { x() }\n')
fn('genericslice','each([]func(){f}, func(g func()) { g() })','func each[X any](l []X, do func(X)) { for _, x := range l { do(x) } }\n')
fn('option','New(With(f))','type O struct{ g func() }\ntype Opt func(*O)\nfunc With(g func()) Opt { return func(o *O) { o.g = g } }\nfunc New(opts ...Opt) { o := &O{}; for _, x := range opts { x(o) }; o.g() }\n')
fn('optstruct','Run(Config{Hook: f})','type Config struct{ Hook func() }\nfunc Run(c Config) { if c.Hook != nil { c.Hook() } }\n')
fn('embedded','W{C{f}}.g()','type C struct{ g func() }\ntype W struct{ C }\n')
fn('returned','get()()','func get() func() { return f }\n')
fn('returned2','g, _ := get(); g()','func get() (func(), error) { return f, nil }\n')
fn('namedresult','get()()','func get() (g func()) { g = f; return }\n')
fn('deferarg','func() { defer run(f) }()','func run(g func()) { g() }\n')
fn('goarg','d := make(chan int); go func(g func()) { g(); close(d) }(f); <-d')
fn('atomic','var p atomic.Pointer[func()]; g := f; p.Store(&g); (*p.Load())()','',['sync/atomic'])
fn('atomicvalue','var p atomic.Value; p.Store(f); p.Load().(func())()','',['sync/atomic'])
fn('syncmap','var m sync.Map; m.Store(1, f); g, _ := m.Load(1); g.(func())()','',['sync'])
fn('ctx','context.WithValue(context.Background(), k{}, f).Value(k{}).(func())()','type k struct{}\n',['context'])
fn('listc','l := list.New(); l.PushBack(f); l.Front().Value.(func())()','',['container/list'])
fn('slicesmap','slices.IndexFunc([]int{1}, func(int) bool { g := f; g(); return true })','',['slices'])
fn('sortslice','sort.Slice([]int{2,1}, func(i, j int) bool { f(); return true })','',['sort'])
fn('signal','errgo(f)','func errgo(g func()) { d := make(chan int); go func() { defer close(d); g() }(); <-d }\n')
fn('pool','p.Get()','var p = sync.Pool{New: func() any { f(); return 1 }}\n',['sync'])
fn('oncevalue','v()','var v = sync.OnceValue(func() int { f(); return 1 })\n',['sync'])
fn('initvar','_ = v','var v = func() int { f(); return 1 }()\n')
fn('method value','t := T{}; g := t.M; g()'.replace('t :=','t :='),'type T struct{}\nfunc (T) M() { f() }\n')
fn('methodexpr','g := T.M; g(T{})','type T struct{}\nfunc (T) M() { f() }\n')
fn('methodvaluefield','W{T{}.M}.g()','type T struct{}\nfunc (T) M() { f() }\ntype W struct{ g func() }\n')
fn('ifacemethodvalue','var i I = T{}; g := i.M; g()','type T struct{}\nfunc (T) M() { f() }\ntype I interface{ M() }\n')
fn('ifacemethodexpr','I.M(T{})','type T struct{}\nfunc (T) M() { f() }\ntype I interface{ M() }\n')
fn('reflectfunc','reflect.ValueOf(T{f}).Field(0).Call(nil)','type T struct{ G func() }\n',['reflect'])
fn('makefunc','reflect.MakeFunc(reflect.TypeOf(f), func([]reflect.Value) []reflect.Value { f(); return nil }).Call(nil)','',['reflect'])
fn('select','c := make(chan func(), 1); c <- f; select { case g := <-c: g() }')
fn('rangechan','c := make(chan func(), 1); c <- f; close(c); for g := range c { g() }')
fn('appendv','var l []func(); l = append(l, f); l[0]()')
fn('copyv','l := make([]func(), 1); copy(l, []func(){f}); l[0]()')
fn('variadic','run(f)','func run(l ...func()) { for _, g := range l { g() } }\n')
fn('variadicspread','run([]func(){f}...)','func run(l ...func()) { for _, g := range l { g() } }\n')
fn('closurevar','v()','var v = func() { f() }\n')
fn('swap','old := hook; hook = f; defer func() { hook = old }(); use()','var hook = func() {}\nfunc use() { hook() }\n')
fn('multi','g, h := f, 1; _ = h; g()')
fn('local type','type L struct{ g func() }; l := L{f}; l.g()')
fn('mapsvalues','for g := range maps.Values(map[int]func(){1: f}) { g() }','',['maps'])
fn('slicesvalues','for g := range slices.Values([]func(){f}) { g() }','',['slices'])
fn('afterfunc','d := make(chan int); time.AfterFunc(1, func() { f(); close(d) }); <-d','',['time'])
fn('once','new(sync.Once).Do(f)','',['sync'])
fn('testmain','t.Run("x", func(t *testing.T) { f() })')
fn('bench','testing.Benchmark(func(b *testing.B) { f() })')
fn('allocs','testing.AllocsPerRun(1, f)')
fn('setenv','os.Expand("$a", func(string) string { f(); return "" })','',['os'])
# iterators
T='type T struct{}\nfunc (T) All(yield func(int) bool) { hit(); yield(1) }\nfunc (T) Seq() iter.Seq[int] { return func(yield func(int) bool) { hit(); yield(1) } }\n'
def it(name,stmt,decls='',imp=[],ask='T.All'): add('it_'+name,['iter']+imp,T+decls,stmt,ask)
it('mv','for x := range (T{}).All { _ = x }')
it('var','s := T{}.All; for range s { }')
it('param','use(T{}.All)','func use(s iter.Seq[int]) { for range s { } }\n')
it('field','w := W{T{}.All}; for range w.s { }','type W struct{ s iter.Seq[int] }\n')
it('collect','slices.Collect(T{}.All)','',['slices'])
it('seq','for range (T{}).Seq() { }','',[],'T.Seq')
it('iface','var i I = T{}; for range i.All { }','type I interface{ All(func(int) bool) }\n')
it('func','for range all { }','func all(yield func(int) bool) { T{}.All(yield) }\n')
it('pull','n, s := iter.Pull(iter.Seq[int](T{}.All)); n(); s()')
it('gen','use(T{}.All)','func use[X any](s iter.Seq[X]) { for range s { } }\n')
it('nested','for range twice(T{}.All) { }','func twice(s iter.Seq[int]) iter.Seq[int] { return func(y func(int) bool) { for x := range s { if !y(x) { return } } } }\n')
it('funcres','for range get() { }','func get() func(func(int) bool) { return T{}.All }\n')
it('yields','(func(y func(int) bool) { y(1) })(func(int) bool { for range (T{}).All { }; return false })')
# outside function types with methods
H=['net/http','net/http/httptest']
hh='func h(http.ResponseWriter, *http.Request) { hit() }\n'
RQ='httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)'
def hf(name,stmt,decls='',imp=[],ask='h'): add('hf_'+name,H+imp,hh+decls,stmt,ask)
hf('call',f'http.HandlerFunc(h).ServeHTTP({RQ})')
hf('var',f'var x http.HandlerFunc = h; x.ServeHTTP({RQ})')
hf('conv',f'x := http.HandlerFunc(h); x.ServeHTTP({RQ})')
hf('plain',f'x := http.HandlerFunc(h); x({RQ})')
hf('iface',f'var x http.Handler = http.HandlerFunc(h); x.ServeHTTP({RQ})')
hf('ret',f'get().ServeHTTP({RQ})','func get() http.Handler { return http.HandlerFunc(h) }\n')
hf('retf',f'get().ServeHTTP({RQ})','func get() http.HandlerFunc { return h }\n')
hf('field',f'W{{h}}.f.ServeHTTP({RQ})','type W struct{ f http.HandlerFunc }\n')
hf('map',f'm["a"].ServeHTTP({RQ})','var m = map[string]http.HandlerFunc{"a": h}\n')
hf('slice',f'for _, x := range m {{ x.ServeHTTP({RQ}) }}','var m = []http.HandlerFunc{h}\n')
hf('param',f'use(h)',f'func use(x http.HandlerFunc) {{ x.ServeHTTP(nil, nil) }}\n')
hf('mv',f'g := http.HandlerFunc(h).ServeHTTP; g({RQ})')
hf('mexpr',f'http.HandlerFunc.ServeHTTP(h, {RQ})')
hf('embed',f'W{{h}}.ServeHTTP({RQ})','type W struct{ http.HandlerFunc }\n')
hf('server','s := httptest.NewServer(http.HandlerFunc(h)); defer s.Close(); http.Get(s.URL)')
hf('mux',f'm := http.NewServeMux(); m.Handle("/", mw(http.HandlerFunc(h))); m.ServeHTTP({RQ})','func mw(n http.Handler) http.Handler { return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { n.ServeHTTP(w, r) }) }\n')
hf('muxfunc',f'm := http.NewServeMux(); m.HandleFunc("/", mw(h)); m.ServeHTTP({RQ})','func mw(n http.HandlerFunc) http.HandlerFunc { return func(w http.ResponseWriter, r *http.Request) { n(w, r) } }\n')
hf('litclosure',f'http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {{ h(w, r) }}).ServeHTTP({RQ})')
hf('own',f'A(h).Serve({RQ})','type A func(http.ResponseWriter, *http.Request)\nfunc (a A) Serve(w http.ResponseWriter, r *http.Request) { http.HandlerFunc(a).ServeHTTP(w, r) }\n')
add('ff_slicesort',['sort'],'type by func(a, b int) bool\nfunc (b by) Less(i, j int) bool { return b(i, j) }\nfunc (b by) Len() int { return 2 }\nfunc (b by) Swap(i, j int) {}\nfunc f(a, b int) bool { hit(); return true }\n','sort.Sort(by(f))','f')
add('ff_walk',['path/filepath','io/fs'],'func f(p string, d fs.DirEntry, err error) error { hit(); return nil }\nvar w fs.WalkDirFunc = f\n','filepath.WalkDir(".", w)','f')
add('ff_expvar',['expvar'],'func f() any { hit(); return 1 }\n','_ = expvar.Func(f).String()','f')
add('ff_expvarval',['expvar'],'func f() any { hit(); return 1 }\n','expvar.Func(f).Value()','f')
add('ff_flagfunc',['flag'],'func f(string) error { hit(); return nil }\n','s := flag.NewFlagSet("", 0); s.BoolFunc("a", "", f); s.Parse([]string{"-a"})','f')
add('ff_readerat',['io','strings'],'type R struct{ io.Reader }\nfunc (r R) Read(p []byte) (int, error) { hit(); return r.Reader.Read(p) }\n','io.ReadAll(io.TeeReader(R{strings.NewReader("a")}, io.Discard))','R.Read')
# generics that encode
J='type T struct{ N int }\nfunc (T) MarshalJSON() ([]byte, error) { hit(); return []byte("1"), nil }\n'
def g(name,stmt,decls,imp=['encoding/json'],ask='T.MarshalJSON'): add('g_'+name,imp,J+decls,stmt,ask)
S='type S[X any] struct{ all []X; one X; m map[string]X }\n'
g('slicefield','s := &S[T]{all: []T{{}}}; s.Save()',S+'func (s *S[X]) Save() { _, _ = json.Marshal(s.all) }\n')
g('onefield','s := &S[T]{}; s.Save()',S+'func (s *S[X]) Save() { _, _ = json.Marshal(s.one) }\n')
g('mapfield','s := &S[T]{m: map[string]T{"a": {}}}; s.Save()',S+'func (s *S[X]) Save() { _, _ = json.Marshal(s.m) }\n')
g('self','s := &S2[T]{All: []T{{}}}; s.Save()','type S2[X any] struct{ All []X }\nfunc (s *S2[X]) Save() { _, _ = json.Marshal(s) }\n')
g('param','save([]T{{}})','func save[X any](x []X) { _, _ = json.Marshal(x) }\n')
g('paramone','save(T{})','func save[X any](x X) { _, _ = json.Marshal(x) }\n')
g('parammap','save(map[string]T{"a": {}})','func save[X any](x map[string]X) { _, _ = json.Marshal(x) }\n')
g('wrapstruct','save(T{})','type B[X any] struct{ Data X }\nfunc save[X any](x X) { _, _ = json.Marshal(B[X]{x}) }\n')
g('wrapvar','save([]T{{}})','type B[X any] struct{ Data []X }\nfunc save[X any](x []X) { b := B[X]{Data: x}; _, _ = json.Marshal(&b) }\n')
g('valonly','var s S[T]; s.Save()',S+'func (s S[X]) Save() { _, _ = json.Marshal(s.one) }\n')
g('new','s := new(S[T]); s.Save()',S+'func (s *S[X]) Save() { _, _ = json.Marshal(s.one) }\n')
g('embedded','s := &W{}; s.Save()',S+'func (s *S[X]) Save() { _, _ = json.Marshal(s.one) }\ntype W struct{ S[T] }\n')
g('field','w := &W{}; w.s.Save()',S+'func (s *S[X]) Save() { _, _ = json.Marshal(s.one) }\ntype W struct{ s S[T] }\n')
g('alias','s := &A{}; s.Save()',S+'func (s *S[X]) Save() { _, _ = json.Marshal(s.one) }\ntype A = S[T]\n')
g('maker','New[T]().Save()',S+'func (s *S[X]) Save() { _, _ = json.Marshal(s.one) }\nfunc New[X any]() *S[X] { return &S[X]{} }\n')
g('makerarg','New(T{}).Save()',S+'func (s *S[X]) Save() { _, _ = json.Marshal(s.one) }\nfunc New[X any](x X) *S[X] { return &S[X]{one: x} }\n')
g('twolevel','outer[T]()','func outer[X any]() { inner[X]() }\nfunc inner[Y any]() { var y Y; _, _ = json.Marshal(y) }\n')
g('local','var l []T = []T{{}}; save(l)','func save[X any, L ~[]X](l L) { _, _ = json.Marshal(l) }\n')
g('print','fmt.Println(wrap[T]{})','type wrap[X any] struct{ V X }\nfunc (T) String() string { hit(); return "" }\n',['fmt'],'T.String')
g('printm','wrap[T]{}.Show()','type wrap[X any] struct{ V []X }\nfunc (w wrap[X]) Show() { fmt.Println(append(w.V, *new(X))) }\nfunc (T) String() string { hit(); return "" }\n',['fmt'],'T.String')
g('decode','load[T]()','type U struct{}\nfunc (*T) UnmarshalJSON([]byte) error { hit(); return nil }\nfunc load[X any]() { var s S[X]; _ = json.Unmarshal([]byte(`[1]`), &s.all) }\n'+S,['encoding/json'],'T.UnmarshalJSON')
g('decodem','(&S[T]{}).Load()','func (*T) UnmarshalJSON([]byte) error { hit(); return nil }\nfunc (s *S[X]) Load() { _ = json.Unmarshal([]byte(`[1]`), &s.all) }\n'+S,['encoding/json'],'T.UnmarshalJSON')
# others looked for
def o(name,imp,decls,stmt,ask): add('o_'+name,imp,decls,stmt,ask)
o('gostring',['fmt'],'type T struct{}\nfunc (T) GoString() string { hit(); return "" }\n','_ = fmt.Sprintf("%#v", []T{{}})','T.GoString')
o('xmlattr',['encoding/xml'],'type T struct{}\nfunc (T) MarshalXMLAttr(n xml.Name) (xml.Attr, error) { hit(); return xml.Attr{}, nil }\ntype W struct{ A T `xml:"a,attr"` }\n','_, _ = xml.Marshal(W{})','T.MarshalXMLAttr')
o('unxmlattr',['encoding/xml'],'type T struct{}\nfunc (*T) UnmarshalXMLAttr(xml.Attr) error { hit(); return nil }\ntype W struct{ A T `xml:"a,attr"` }\n','_ = xml.Unmarshal([]byte(`<W a="1"/>`), new(W))','T.UnmarshalXMLAttr')
o('unxml',['encoding/xml'],'type T struct{}\nfunc (*T) UnmarshalXML(d *xml.Decoder, s xml.StartElement) error { hit(); return d.Skip() }\ntype W struct{ A []T }\n','_ = xml.Unmarshal([]byte(`<W><A/></W>`), new(W))','T.UnmarshalXML')
o('untextattr',['encoding/xml'],'type T struct{}\nfunc (*T) UnmarshalText([]byte) error { hit(); return nil }\ntype W struct{ A T `xml:"a,attr"` }\n','_ = xml.Unmarshal([]byte(`<W a="1"/>`), new(W))','T.UnmarshalText')
o('appendtext',['encoding/json'],'type T struct{}\nfunc (T) AppendText(b []byte) ([]byte, error) { return b, nil }\nfunc (T) MarshalText() ([]byte, error) { hit(); return nil, nil }\n','_, _ = json.Marshal(map[T]int{{}: 1})','T.MarshalText')
o('slogappend',['log/slog','io'],'type T struct{}\nfunc (T) MarshalText() ([]byte, error) { hit(); return nil, nil }\n','slog.New(slog.NewTextHandler(io.Discard, nil)).Info("a", "b", T{})','T.MarshalText')
o('slogjson',['log/slog','io'],'type T struct{}\nfunc (T) MarshalJSON() ([]byte, error) { hit(); return []byte("1"), nil }\n','slog.New(slog.NewJSONHandler(io.Discard, nil)).Info("a", "b", T{})','T.MarshalJSON')
o('sloghandler',['log/slog','context'],'type T struct{}\nfunc (T) Enabled(context.Context, slog.Level) bool { return true }\nfunc (T) Handle(context.Context, slog.Record) error { hit(); return nil }\nfunc (t T) WithAttrs([]slog.Attr) slog.Handler { return t }\nfunc (t T) WithGroup(string) slog.Handler { return t }\n','slog.New(T{}).Info("a")','T.Handle')
o('slogdefault',['log/slog','context'],'type T struct{}\nfunc (T) Enabled(context.Context, slog.Level) bool { return true }\nfunc (T) Handle(context.Context, slog.Record) error { hit(); return nil }\nfunc (t T) WithAttrs([]slog.Attr) slog.Handler { return t }\nfunc (t T) WithGroup(string) slog.Handler { return t }\n','old := slog.Default(); slog.SetDefault(slog.New(T{})); defer slog.SetDefault(old); slog.Info("a")','T.Handle')
o('sloglogvaluer',['log/slog','io'],'type T struct{}\nfunc (T) LogValue() slog.Value { hit(); return slog.IntValue(1) }\n','slog.New(slog.NewTextHandler(io.Discard, nil)).Info("a", slog.Any("b", T{}))','T.LogValue')
o('slogattr',['log/slog','io'],'type T struct{}\nfunc (T) LogValue() slog.Value { hit(); return slog.IntValue(1) }\nvar l = slog.New(slog.NewTextHandler(io.Discard, nil)).With("a", T{})\n','l.Info("a")','T.LogValue')
o('replaceattr',['log/slog','io'],'func f(g []string, a slog.Attr) slog.Attr { hit(); return a }\n','slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{ReplaceAttr: f})).Info("a")','f')
o('binary',['encoding/gob','io'],'type T struct{ N int }\nfunc (T) MarshalBinary() ([]byte, error) { hit(); return nil, nil }\nfunc (*T) UnmarshalBinary([]byte) error { return nil }\n','_ = gob.NewEncoder(io.Discard).Encode(T{})','T.MarshalBinary')
o('scan',['fmt'],'type T struct{}\nfunc (*T) Scan(fmt.ScanState, rune) error { hit(); return nil }\n','fmt.Sscan("a", new(T))','T.Scan')
o('rpc',['net/rpc','net'],'type T struct{}\nfunc (*T) M(a int, r *int) error { hit(); return nil }\n','s := rpc.NewServer(); s.Register(new(T)); a, b := net.Pipe(); go s.ServeConn(a); c := rpc.NewClient(b); var r int; c.Call("T.M", 1, &r)','T.M')
o('driver',['database/sql','database/sql/driver','errors'],'type D struct{}\nfunc (D) Open(string) (driver.Conn, error) { hit(); return nil, errors.New("x") }\nfunc init() { sql.Register("o_driver", D{}) }\n','db, _ := sql.Open("o_driver", ""); db.Ping()','D.Open')
o('valuer',['database/sql/driver'],'type T struct{}\nfunc (T) Value() (driver.Value, error) { hit(); return int64(1), nil }\ntype C interface{ ConvertValue(any) (driver.Value, error) }\n','var c C = driver.DefaultParameterConverter; c.ConvertValue(T{})','T.Value')
o('hash',['crypto','hash','hash/fnv'],'func n() hash.Hash { hit(); return fnv.New32() }\nfunc init() { crypto.RegisterHash(crypto.MD4, n) }\n','crypto.MD4.New()','n')
o('imagereg',['image','io','strings'],'func dec(r io.Reader) (image.Image, error) { hit(); return nil, io.EOF }\nfunc cfg(r io.Reader) (image.Config, error) { return image.Config{}, io.EOF }\nfunc init() { image.RegisterFormat("x", "x", dec, cfg) }\n','image.Decode(strings.NewReader("xxxx"))','dec')
o('fsys',['net/http','net/http/httptest','errors'],'type T struct{}\nfunc (T) Open(string) (http.File, error) { hit(); return nil, errors.New("x") }\n','http.FileServer(T{}).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/a", nil))','T.Open')
o('cookiejar',['net/http','net/url','net/http/httptest'],'type T struct{}\nfunc (T) SetCookies(*url.URL, []*http.Cookie) {}\nfunc (T) Cookies(*url.URL) []*http.Cookie { hit(); return nil }\n','c := http.Client{Jar: T{}}; c.Get("http://127.0.0.1:1")','T.Cookies')
o('writerto',['bufio','io','strings'],'type T struct{ io.Reader }\nfunc (T) WriteTo(w io.Writer) (int64, error) { hit(); return 0, nil }\n','bufio.NewReader(T{strings.NewReader("")}).WriteTo(io.Discard)','T.WriteTo')
o('closer',['net/http','io','strings'],'type T struct{ io.Reader }\nfunc (T) Close() error { hit(); return nil }\n','r, _ := http.NewRequest("POST", "http://127.0.0.1:1", T{strings.NewReader("")}); http.DefaultClient.Do(r)','T.Close')
o('tmplfuncarg',['text/template','io'],'type T struct{}\nfunc (T) M(s string) string { hit(); return s }\n','_ = template.Must(template.New("").Parse(`{{.M "a"}}`)).Execute(io.Discard, T{})','T.M')
o('tmplfield',['text/template','io'],'func f() string { hit(); return "" }\ntype W struct{ F func() string }\n','_ = template.Must(template.New("").Parse(`{{call .F}}`)).Execute(io.Discard, W{f})','f')
o('tmplmapfunc',['text/template','io'],'func f() string { hit(); return "" }\nvar fm = template.FuncMap{"f": f}\n','_ = template.Must(template.New("").Funcs(fm).Parse(`{{f}}`)).Execute(io.Discard, nil)','f')
o('tmplmapany',['text/template','io'],'func f() string { hit(); return "" }\n','_ = template.Must(template.New("").Funcs(map[string]any{"f": f}).Parse(`{{f}}`)).Execute(io.Discard, nil)','f')
o('tmpltemplate',['text/template','io'],'type T struct{}\nfunc (T) M() string { hit(); return "" }\nvar t = template.Must(template.New("").Parse(`{{.M}}`))\nfunc render(w io.Writer, d any) error { return t.Execute(w, d) }\n','render(io.Discard, T{})','T.M')
o('tmplname',['text/template','io'],'type T struct{}\nfunc (T) M() string { hit(); return "" }\nvar tp = template.Must(template.New("a").Parse(`{{define "b"}}{{.M}}{{end}}`))\n','tp.ExecuteTemplate(io.Discard, "b", map[string]any{"x": T{}, "y": 1}["x"])','T.M')
o('finalizer',['runtime','time'],'func f(p *int) { hit() }\n','func() { p := new(int); runtime.SetFinalizer(p, f) }(); for i := 0; i < 20 && !called; i++ { runtime.GC(); time.Sleep(1e6) }','f')
o('cleanupfn',['runtime','time'],'func f(int) { hit() }\n','func() { p := new([64]int); runtime.AddCleanup(p, f, 1) }(); for i := 0; i < 20 && !called; i++ { runtime.GC(); time.Sleep(1e6) }','f')
o('panicval',[],'type T struct{}\nfunc (T) Error() string { hit(); return "" }\n','func() { defer func() { _ = recover().(error).Error() }(); panic(T{}) }()','T.Error')
o('recoverprint',['fmt'],'type T struct{}\nfunc (T) Error() string { hit(); return "" }\n','func() { defer func() { _ = fmt.Sprint(recover()) }(); panic(T{}) }()','T.Error')
o('errorswrap',['fmt','errors'],'type T struct{}\nfunc (T) Error() string { hit(); return "" }\n','_ = errors.Unwrap(fmt.Errorf("%w", T{})).Error()','T.Error')
o('errorsas',['errors','fmt'],'type T struct{}\nfunc (*T) Error() string { hit(); return "" }\nfunc do() error { return fmt.Errorf("a: %w", &T{}) }\n','var e *T; if errors.As(do(), &e) { _ = e.Error() }','T.Error')
o('joinis',['errors'],'type T struct{}\nfunc (T) Error() string { return "" }\nfunc (T) Is(error) bool { hit(); return true }\n','_ = errors.Is(errors.Join(T{}, nil), errors.New("a"))','T.Is')
o('stringerslice',['fmt','strings'],'type T struct{}\nfunc (T) String() string { hit(); return "" }\n','var l []fmt.Stringer; l = append(l, T{}); for _, s := range l { s.String() }','T.String')
o('tabwriter',['text/tabwriter','fmt'],'type T struct{}\nfunc (T) Write(p []byte) (int, error) { hit(); return len(p), nil }\n','w := tabwriter.NewWriter(T{}, 0, 0, 0, 0, 0); fmt.Fprintln(w, "a"); w.Flush()','T.Write')
o('tlog',[],'type T struct{}\nfunc (T) String() string { hit(); return "" }\n','t.Log(T{})','T.String')
o('logset',['log','os'],'type T struct{}\nfunc (T) Write(p []byte) (int, error) { hit(); return len(p), nil }\n','log.SetOutput(T{}); defer log.SetOutput(os.Stderr); log.Print("a")','T.Write')
o('osvar',['os','fmt'],'type T struct{}\nfunc (T) Write(p []byte) (int, error) { hit(); return len(p), nil }\nvar out interface{ Write([]byte) (int, error) } = os.Stdout\nfunc say() { fmt.Fprintln(out, "a") }\n','out = T{}; say()','T.Write')
o('rand',['math/rand'],'type T struct{}\nfunc (T) Int63() int64 { hit(); return 1 }\nfunc (T) Seed(int64) {}\n','rand.New(T{}).Int()','T.Int63')
o('heapfix',['container/heap'],'type T []int\nfunc (t T) Len() int { return len(t) }\nfunc (t T) Less(i, j int) bool { hit(); return false }\nfunc (t T) Swap(i, j int) {}\nfunc (t *T) Push(x any) {}\nfunc (t *T) Pop() any { return 1 }\n','heap.Init(&T{1,2})','T.Less')
o('ctxiface',['context'],'type T struct{ context.Context }\nfunc (T) Value(any) any { hit(); return nil }\n','c, cancel := context.WithCancel(T{context.Background()}); defer cancel(); c.Value(1)','T.Value')
o('ctxdone',['context'],'type T struct{ context.Context }\nfunc (T) Done() <-chan struct{} { hit(); return nil }\n','_, cancel := context.WithCancel(T{context.Background()}); cancel()','T.Done')
o('lockcond',['sync'],'type T struct{}\nfunc (T) Lock() { hit() }\nfunc (T) Unlock() {}\n','c := sync.NewCond(T{}); c.L.Lock()','T.Lock')
o('color',['image','image/color','image/draw'],'type T struct{}\nfunc (T) RGBA() (a, b, c, d uint32) { hit(); return }\n','draw.Draw(image.NewRGBA(image.Rect(0,0,1,1)), image.Rect(0,0,1,1), image.NewUniform(T{}), image.Point{}, draw.Src)','T.RGBA')
o('astvisit',['go/ast'],'type T struct{}\nfunc (t T) Visit(ast.Node) ast.Visitor { hit(); return nil }\n','ast.Walk(T{}, &ast.BadExpr{})','T.Visit')
o('astinspect',['go/ast'],'func f(ast.Node) bool { hit(); return false }\n','ast.Inspect(&ast.BadExpr{}, f)','f')
o('typeimporter',['go/types','go/token','go/parser','go/ast','errors'],'type T struct{}\nfunc (T) Import(string) (*types.Package, error) { hit(); return nil, errors.New("x") }\n','fs := token.NewFileSet(); a, _ := parser.ParseFile(fs, "a.go", "package a; import _ \\"x\\"", 0); (&types.Config{Importer: T{}, Error: func(error) {}}).Check("a", fs, []*ast.File{a}, nil)','T.Import')
o('dialer',['net','net/http','context','errors'],'func d(context.Context, string, string) (net.Conn, error) { hit(); return nil, errors.New("x") }\n','c := http.Client{Transport: &http.Transport{DialContext: d}}; c.Get("http://a")','d')
o('checkredirect',['net/http','net/http/httptest'],'func cr(*http.Request, []*http.Request) error { hit(); return nil }\n','s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { if r.URL.Path == "/" { http.Redirect(w, r, "/a", 302) } })); defer s.Close(); c := http.Client{CheckRedirect: cr}; c.Get(s.URL)','cr')
o('proxydir',['net/http','net/http/httputil','net/http/httptest'],'func dir(*http.Request) { hit() }\n','(&httputil.ReverseProxy{Director: dir}).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "http://127.0.0.1:1/", nil))','dir')
o('exechelper',['os','os/exec'],'func main2() { hit() }\n','if os.Getenv("H") == "" { c := exec.Command(os.Args[0], "-test.run=TestIt"); c.Env = append(os.Environ(), "H=1"); c.Run() }; main2()','main2')
o('unmarshalany',['encoding/json'],'type T struct{}\nfunc (*T) UnmarshalJSON([]byte) error { hit(); return nil }\nvar kinds = map[string]func() any{"t": func() any { return new(T) }}\n','_ = json.Unmarshal([]byte("1"), kinds["t"]())','T.UnmarshalJSON')
o('reflectnew',['encoding/json','reflect'],'type T struct{}\nfunc (*T) UnmarshalJSON([]byte) error { hit(); return nil }\nvar ty = reflect.TypeOf(T{})\n','_ = json.Unmarshal([]byte("1"), reflect.New(ty).Interface())','T.UnmarshalJSON')
o('reflecttypefor',['encoding/json','reflect'],'type T struct{}\nfunc (*T) UnmarshalJSON([]byte) error { hit(); return nil }\nvar ty = reflect.TypeFor[T]()\n','_ = json.Unmarshal([]byte("1"), reflect.New(ty).Interface())','T.UnmarshalJSON')
o('reflectassert',['reflect'],'type T struct{}\nfunc (*T) M() { hit() }\ntype I interface{ M() }\n','reflect.New(reflect.TypeOf(T{})).Interface().(I).M()','T.M')
o('reflectfield',['reflect'],'type T struct{}\nfunc (T) M() { hit() }\ntype W struct{ F T }\ntype I interface{ M() }\n','reflect.ValueOf(W{}).Field(0).Interface().(I).M()','T.M')
o('linkname',[],'type T struct{}\nfunc (T) m() { hit() }\ntype I interface{ m() }\ntype L []I\nfunc (l L) do() { for _, i := range l { i.m() } }\n','L{T{}}.do()','T.m')
o('arrayiface',[],'type T struct{}\nfunc (T) M() { hit() }\ntype I interface{ M() }\n','[1]I{T{}}[0].M()','T.M')
o('mapiface',[],'type T struct{}\nfunc (T) M() { hit() }\ntype I interface{ M() }\n','map[string]I{"a": T{}}["a"].M()','T.M')
o('structiface',[],'type T struct{}\nfunc (T) M() { hit() }\ntype I interface{ M() }\n','struct{ I }{T{}}.M()','T.M')
o('convif',[],'type T struct{}\nfunc (T) M() { hit() }\ntype I interface{ M() }\n','I(T{}).M()','T.M')
o('rangeiface',[],'type T struct{}\nfunc (T) M() { hit() }\ntype I interface{ M() }\n','for _, i := range []I{T{}} { i.M() }','T.M')
o('mapkeyiface',[],'type T struct{}\nfunc (T) M() { hit() }\ntype I interface{ M() }\n','for i := range map[I]int{T{}: 1} { i.M() }','T.M')
o('slicesiface',['slices'],'type T struct{}\nfunc (T) M() { hit() }\ntype I interface{ M() }\n','slices.Clone([]I{T{}})[0].M()','T.M')
o('mapsiface',['maps'],'type T struct{}\nfunc (T) M() { hit() }\ntype I interface{ M() }\n','for _, i := range maps.Clone(map[int]I{1: T{}}) { i.M() }','T.M')
o('minmaxiface',['slices'],'type T struct{}\nfunc (T) M() int { hit(); return 1 }\ntype I interface{ M() int }\n','slices.SortFunc([]I{T{}, T{}}, func(a, b I) int { return a.M() - b.M() })','T.M')
o('chaniface',[],'type T struct{}\nfunc (T) M() { hit() }\ntype I interface{ M() }\n','c := make(chan I, 1); c <- T{}; (<-c).M()','T.M')
o('ptriface',[],'type T struct{}\nfunc (T) M() { hit() }\ntype I interface{ M() }\n','var i I = T{}; p := &i; (*p).M()','T.M')
o('newiface',[],'type T struct{}\nfunc (T) M() { hit() }\ntype I interface{ M() }\n','p := new(I); *p = T{}; (*p).M()','T.M')
o('atomicptr',['sync/atomic'],'type T struct{}\nfunc (T) M() { hit() }\ntype I interface{ M() }\n','var p atomic.Pointer[I]; var i I = T{}; p.Store(&i); (*p.Load()).M()','T.M')
o('generic list',[],'type T struct{}\nfunc (T) M() { hit() }\ntype I interface{ M() }\ntype L[X any] struct{ v X; n *L[X] }\nfunc (l *L[X]) Each(f func(X)) { for ; l != nil; l = l.n { f(l.v) } }\n','(&L[I]{v: T{}}).Each(func(i I) { i.M() })','T.M')
o('genmethodexpr',[],'type T struct{}\nfunc (T) M() { hit() }\nfunc each[X any](l []X, f func(X)) { for _, x := range l { f(x) } }\n','each([]T{{}}, T.M)','T.M')
o('genptr',[],'type T struct{}\nfunc (*T) M() { hit() }\nfunc each[X any, P interface{ *X; M() }](l []X) { for i := range l { P(&l[i]).M() } }\n','each([]T{{}})','T.M')
