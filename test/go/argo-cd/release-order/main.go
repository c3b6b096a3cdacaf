// release-order asks the sync code of one release of Argo CD what it does with sets of objects: one question a line of
// stdin, one answer a line of stdout. It uses no more of that code than 2.14 has, so that scripts/argo-releases can build
// it with the code of each release; what a release calls otherwise is replaced there.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"

	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/health"
	gsync "github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync/common"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync/syncwaves"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/utils/kube"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/utils/kube/kubetest"
)

// question is one line of stdin. The lists name objects as Kind/name.
type question struct {
	DestinationNamespace string            `json:"destinationNamespace"`
	CreateNamespace      bool              `json:"createNamespace"` // sync option CreateNamespace=true
	Manifests            []json.RawMessage `json:"manifests"`
	NeverHealthy         list              `json:"neverHealthy"` // stay Progressing
	Degraded             list              `json:"degraded"`
	Failing              list              `json:"failing"`   // their apply fails
	Vanishing            list              `json:"vanishing"` // somebody deletes them as soon as they are applied
}

type answer struct {
	Order   []event               `json:"order"`
	Outcome common.OperationPhase `json:"outcome"`
	Message string                `json:"message"`
}

type list []string

func (l list) has(o *unstructured.Unstructured) bool {
	for _, name := range l {
		if name == o.GetKind()+"/"+o.GetName() {
			return true
		}
	}
	return false
}

const maxCalls = 500

var clusterScoped = func() map[string]bool {
	m := map[string]bool{}
	for _, k := range strings.Fields("Namespace Node PersistentVolume StorageClass ClusterRole ClusterRoleBinding CustomResourceDefinition PriorityClass IngressClass ValidatingWebhookConfiguration MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding APIService RuntimeClass CSIDriver CSINode VolumeAttachment CertificateSigningRequest FlowSchema PriorityLevelConfiguration PodSecurityPolicy") {
		m[k] = true
	}
	return m
}()

type event struct {
	Step      int    `json:"step"`
	Phase     string `json:"phase"`
	Wave      int    `json:"wave"`
	Group     int    `json:"group"`
	Op        string `json:"op"`
	API       string `json:"apiVersion"`
	Kind      string `json:"kind"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	ownWave   int
}

type world struct {
	question
	mu     sync.Mutex
	live   map[kube.ResourceKey]*unstructured.Unstructured
	scope  map[schema.GroupKind]bool // true: namespaced
	known  []schema.GroupVersionKind
	events []event
	step   int
	group  int
	uid    int
	order  []event

	untracked map[kube.ResourceKey]bool
}

func (w *world) IsNamespaced(gk schema.GroupKind) (bool, error) {
	if v, ok := w.scope[gk]; ok {
		return v, nil
	}
	return !clusterScoped[gk.Kind], nil
}

func (w *world) nsOf(o *unstructured.Unstructured) string {
	if namespaced, _ := w.IsNamespaced(o.GroupVersionKind().GroupKind()); !namespaced {
		return ""
	}
	return o.GetNamespace()
}

func (w *world) key(o *unstructured.Unstructured) kube.ResourceKey {
	g := o.GroupVersionKind()
	return kube.NewResourceKey(g.Group, g.Kind, w.nsOf(o), o.GetName())
}

func (w *world) record(op string, o *unstructured.Unstructured) {
	w.events = append(w.events, event{Step: w.step, Op: op, API: o.GetAPIVersion(), Kind: o.GetKind(), Namespace: w.nsOf(o), Name: o.GetName(), ownWave: syncwaves.Wave(o)})
}

// resource operations, as the sync code calls them

func (w *world) put(op string, o *unstructured.Unstructured, dry cmdutil.DryRunStrategy) error {
	if dry != cmdutil.DryRunNone {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.record(op, o)
	if w.Failing.has(o) {
		return errors.New("simulated apply failure")
	}
	o = o.DeepCopy()
	if w.nsOf(o) == "" {
		o.SetNamespace("")
	}
	if w.Vanishing.has(o) {
		delete(w.live, w.key(o))
		return nil
	}
	w.uid++
	o.SetUID(types.UID(fmt.Sprintf("uid-%d", w.uid)))
	w.live[w.key(o)] = o
	return nil
}

func (w *world) ApplyResource(_ context.Context, o *unstructured.Unstructured, dry cmdutil.DryRunStrategy, _, _, _ bool, _ string) (string, error) {
	return "applied", w.put("apply", o, dry)
}

func (w *world) ReplaceResource(_ context.Context, o *unstructured.Unstructured, dry cmdutil.DryRunStrategy, _ bool) (string, error) {
	return "replaced", w.put("replace", o, dry)
}

func (w *world) CreateResource(_ context.Context, o *unstructured.Unstructured, dry cmdutil.DryRunStrategy, _ bool) (string, error) {
	return "created", w.put("create", o, dry)
}

func (w *world) UpdateResource(_ context.Context, o *unstructured.Unstructured, dry cmdutil.DryRunStrategy) (*unstructured.Unstructured, error) {
	return o, w.put("update", o, dry)
}

type kubectl struct {
	kubetest.MockKubectlCmd
	w *world
}

func (k *kubectl) ManageResources(*rest.Config) (kube.ResourceOperations, func(), error) {
	return k.w, func() {}, nil
}

func (k *kubectl) DeleteResource(_ context.Context, _ *rest.Config, gvk schema.GroupVersionKind, name, namespace string, _ metav1.DeleteOptions) error {
	return k.w.remove("prune", gvk, name, namespace)
}

func (k *kubectl) GetResource(_ context.Context, _ *rest.Config, gvk schema.GroupVersionKind, name, namespace string) (*unstructured.Unstructured, error) {
	k.w.mu.Lock()
	defer k.w.mu.Unlock()
	if o := k.w.live[kube.NewResourceKey(gvk.Group, gvk.Kind, namespace, name)]; o != nil {
		return o.DeepCopy(), nil
	}
	return nil, apierrors.NewNotFound(schema.GroupResource{Group: gvk.Group, Resource: gvk.Kind}, name)
}

func (w *world) remove(op string, gvk schema.GroupVersionKind, name, namespace string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	key := kube.NewResourceKey(gvk.Group, gvk.Kind, namespace, name)
	o := w.live[key]
	if o == nil {
		return apierrors.NewNotFound(schema.GroupResource{Group: gvk.Group, Resource: gvk.Kind}, name)
	}
	w.record(op, o)
	delete(w.live, key)
	return nil
}

// the few API server answers the sync code asks for itself: discovery, CRD status, get/update/delete of hooks

var pathRE = regexp.MustCompile(`^/(?:api/(v1)|apis/([^/]+)/([^/]+))(?:/namespaces/([^/]+))?(?:/([^/]+)/([^/]+))?/?$`)

func plural(kind string) string { return strings.ToLower(kind) + "x" }

func (w *world) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	answer := func(code int, v any) {
		rw.Header().Set("Content-Type", "application/json")
		rw.WriteHeader(code)
		_ = json.NewEncoder(rw).Encode(v)
	}
	missing := func() {
		e := apierrors.NewNotFound(schema.GroupResource{}, r.URL.Path)
		e.ErrStatus.TypeMeta = metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}
		answer(404, e.ErrStatus)
	}
	m := pathRE.FindStringSubmatch(r.URL.Path)
	if m == nil {
		missing()
		return
	}
	group, version, namespace, res, name := m[2], m[3], m[4], m[5], m[6]
	if m[1] != "" {
		version = m[1]
	}
	w.mu.Lock()
	var hits []schema.GroupVersionKind
	for _, g := range w.known {
		if g.Group == group && g.Version == version {
			hits = append(hits, g)
		}
	}
	w.mu.Unlock()
	if res == "" {
		if len(hits) == 0 {
			missing()
			return
		}
		l := metav1.APIResourceList{TypeMeta: metav1.TypeMeta{Kind: "APIResourceList", APIVersion: "v1"}, GroupVersion: schema.GroupVersion{Group: group, Version: version}.String()}
		for _, g := range hits {
			namespaced, _ := w.IsNamespaced(g.GroupKind())
			l.APIResources = append(l.APIResources, metav1.APIResource{Name: plural(g.Kind), Kind: g.Kind, Namespaced: namespaced, Verbs: metav1.Verbs{"get", "list", "create", "update", "patch", "delete", "watch"}})
		}
		answer(200, l)
		return
	}
	if res == "customresourcedefinitions" { // ensureCRDReady
		answer(200, map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": name}, "status": map[string]any{"conditions": []any{map[string]any{"type": "Established", "status": "True"}}}})
		return
	}
	for _, g := range hits {
		if plural(g.Kind) != res {
			continue
		}
		key := kube.NewResourceKey(g.Group, g.Kind, namespace, name)
		switch r.Method {
		case http.MethodDelete:
			if err := w.remove("hook-delete", g, name, namespace); err != nil {
				missing()
				return
			}
			answer(200, metav1.Status{TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Status: "Success"})
		case http.MethodPut:
			body, _ := io.ReadAll(r.Body)
			o := &unstructured.Unstructured{}
			if err := o.UnmarshalJSON(body); err != nil {
				answer(400, metav1.Status{Status: "Failure", Message: err.Error()})
				return
			}
			w.mu.Lock()
			w.live[key] = o
			w.mu.Unlock()
			answer(200, o)
		default:
			w.mu.Lock()
			o := w.live[key]
			w.mu.Unlock()
			if o == nil {
				missing()
				return
			}
			answer(200, o)
		}
		return
	}
	missing()
}

func (w *world) GetResourceHealth(o *unstructured.Unstructured) (*health.HealthStatus, error) {
	switch {
	case w.NeverHealthy.has(o):
		return &health.HealthStatus{Status: health.HealthStatusProgressing, Message: "simulated: never healthy"}, nil
	case w.Degraded.has(o):
		return &health.HealthStatus{Status: health.HealthStatusDegraded, Message: "simulated: degraded"}, nil
	}
	return &health.HealthStatus{Status: health.HealthStatusHealthy}, nil
}

func load(raw []json.RawMessage) ([]*unstructured.Unstructured, error) {
	var out []*unstructured.Unstructured
	for _, r := range raw {
		o := &unstructured.Unstructured{}
		if err := o.UnmarshalJSON(r); err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	return out, nil
}

func (w *world) learn(objs []*unstructured.Unstructured) {
	seen := map[schema.GroupVersionKind]bool{}
	for _, g := range w.known {
		seen[g] = true
	}
	for _, o := range objs {
		if g := o.GroupVersionKind(); !seen[g] {
			seen[g] = true
			w.known = append(w.known, g)
		}
		if kube.IsCRD(o) {
			g, _, _ := unstructured.NestedString(o.Object, "spec", "group")
			k, _, _ := unstructured.NestedString(o.Object, "spec", "names", "kind")
			s, _, _ := unstructured.NestedString(o.Object, "spec", "scope")
			w.scope[schema.GroupKind{Group: g, Kind: k}] = s != "Cluster"
		}
	}
}

// what the application controller does before it compares (DeduplicateTargetObjects)
func (w *world) normalize(objs []*unstructured.Unstructured) []*unstructured.Unstructured {
	at := map[kube.ResourceKey]int{}
	var out []*unstructured.Unstructured
	for _, o := range objs {
		namespaced, _ := w.IsNamespaced(o.GroupVersionKind().GroupKind())
		if !namespaced {
			o.SetNamespace("")
		} else if o.GetNamespace() == "" {
			o.SetNamespace(w.DestinationNamespace)
		}
		if o.GetName() == "" { // generateName: only hooks may have none
			out = append(out, o)
			continue
		}
		if i, dup := at[w.key(o)]; dup {
			out[i] = o
			continue
		}
		at[w.key(o)] = len(out)
		out = append(out, o)
	}
	return out
}

func main() {
	questions, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var q question
		err := questions.Decode(&q)
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil {
			var a answer
			if a, err = ask(q); err == nil {
				err = answers.Encode(a)
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "release-order:", err)
			os.Exit(1)
		}
	}
}

func ask(q question) (answer, error) {
	w := &world{question: q, live: map[kube.ResourceKey]*unstructured.Unstructured{}, scope: map[schema.GroupKind]bool{}, order: []event{}}
	w.known = append(w.known, schema.GroupVersionKind{Version: "v1", Kind: "Namespace"}, schema.GroupVersionKind{Group: "apiextensions.k8s.io", Version: "v1", Kind: "CustomResourceDefinition"})
	targets, err := load(q.Manifests)
	if err != nil {
		return answer{}, err
	}
	w.learn(targets)
	targets = w.normalize(targets)
	w.untracked = map[kube.ResourceKey]bool{}
	if q.CreateNamespace {
		key := kube.NewResourceKey("", "Namespace", "", q.DestinationNamespace)
		w.untracked[key] = true
		for _, t := range targets {
			if w.key(t) == key {
				delete(w.untracked, key)
			}
		}
	}
	server := httptest.NewServer(w)
	defer server.Close()
	cfg := &rest.Config{Host: server.URL, QPS: -1}
	var phase common.OperationPhase
	var message string
	var results []common.ResourceSyncResult
	started := metav1.NewTime(time.Unix(0, 0).UTC())
	stalled := 0
	for w.step = 1; w.step <= maxCalls; w.step++ {
		// a namespace made by CreateNamespace=true is not tracked, so it must not count as an object to prune
		w.mu.Lock()
		live := map[kube.ResourceKey]*unstructured.Unstructured{}
		for k, o := range w.live {
			if !(k.Kind == "Namespace" && k.Group == "" && w.untracked[k]) {
				live[k] = o.DeepCopy()
			}
		}
		w.mu.Unlock()
		copies := make([]*unstructured.Unstructured, len(targets))
		for i, t := range targets {
			copies[i] = t.DeepCopy()
		}
		rec := gsync.Reconcile(copies, live, q.DestinationNamespace, w)
		opts := []gsync.SyncOpt{
			gsync.WithLogr(logr.Discard()),
			gsync.WithHealthOverride(w),
			gsync.WithInitialState(phase, message, results, started),
			gsync.WithSyncWaveHook(func(p common.SyncPhase, wave int, _ bool) error {
				w.mu.Lock()
				defer w.mu.Unlock()
				for i := range w.events {
					if e := &w.events[i]; e.Phase == "" && e.Op != "hook-delete" {
						e.Phase, e.Wave = string(p), wave
					}
				}
				return nil
			}),
		}
		if q.CreateNamespace {
			opts = append(opts, gsync.WithNamespaceModifier(func(_, liveNs *unstructured.Unstructured) (bool, error) { return liveNs == nil, nil }))
		}
		sc, cleanup, err := gsync.NewSyncContext("0123456789abcdef", rec, cfg, cfg, &kubectl{w: w}, q.DestinationNamespace, opts...)
		if err != nil {
			return answer{}, err
		}
		sc.Sync(context.Background())
		oldPhase, oldMessage := phase, message
		phase, message, results = sc.GetState()
		cleanup()
		n := len(w.events)
		w.flush(results)
		if phase.Completed() {
			break
		}
		if n == 0 && phase == oldPhase && message == oldMessage {
			if stalled++; stalled == 3 {
				break
			}
		} else {
			stalled = 0
		}
	}
	return answer{Order: w.order, Outcome: phase, Message: message}, nil
}

// flush adds the events of one Sync call to the order. Objects of one kind that follow each other are applied by
// concurrent goroutines: they share a group number and are sorted by name.
func (w *world) flush(results []common.ResourceSyncResult) {
	w.mu.Lock()
	defer w.mu.Unlock()
	ev := w.events
	w.events = nil
	for i := range ev {
		e := &ev[i]
		var same *common.ResourceSyncResult
		for j := range results {
			r := &results[j]
			if r.ResourceKey.Kind != e.Kind || r.ResourceKey.Name != e.Name || (r.ResourceKey.Namespace != e.Namespace && e.Namespace != "") {
				continue
			}
			if same == nil || string(r.SyncPhase) == e.Phase {
				same = r
			}
		}
		if same == nil {
			continue
		}
		if e.Phase == "" {
			// no wave callback: the namespace made first, a wave that failed, SyncFail hooks, deleted hooks
			e.Phase, e.Wave = string(same.SyncPhase), e.ownWave
		}
	}
	for i := 0; i < len(ev); {
		j := i
		for j < len(ev) && ev[j].Op == ev[i].Op && (ev[j].Kind == ev[i].Kind || ev[i].Op == "prune") && ev[j].Phase == ev[i].Phase && ev[j].Wave == ev[i].Wave {
			j++
		}
		w.group++
		g := ev[i:j]
		sort.SliceStable(g, func(a, b int) bool {
			if g[a].Kind != g[b].Kind {
				return g[a].Kind < g[b].Kind
			}
			if g[a].Name != g[b].Name {
				return g[a].Name < g[b].Name
			}
			return g[a].Namespace < g[b].Namespace
		})
		for _, e := range g {
			e.Group = w.group
			w.order = append(w.order, e)
		}
		i = j
	}
}
