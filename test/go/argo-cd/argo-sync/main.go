// argo-sync asks the sync code of Argo CD itself (gitops-engine) what it does with a set of objects: every write, in
// order, and how the operation ends. The cluster is a small recorder in this process.
//
//	argo-sync < questions.jsonl > answers.jsonl
//
// One JSON object a line: see the type question. The answer is the question with order, outcome and message. Its
// neighbour release-order asks less, so that it can be built with the sync code of older releases too.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
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

	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/diff"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/health"
	gsync "github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync/common"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync/hook"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/sync/syncwaves"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/utils/kube"
	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/utils/kube/kubetest"
)

// A question is a sync: what is rendered, what is live, what is asked for, and how the cluster behaves.
type question struct {
	ID                   string `json:"id"`
	DestinationNamespace string `json:"destinationNamespace"`
	// sync option CreateNamespace=true
	CreateNamespace bool              `json:"createNamespace"`
	Manifests       []json.RawMessage `json:"manifests"`
	// objects that are live and tracked before the sync
	Live []json.RawMessage `json:"live"`

	// Prune is true where it is missing
	Prune          *bool   `json:"prune"`
	PruneLast      bool    `json:"pruneLast"`
	PruneConfirmed bool    `json:"pruneConfirmed"`
	DefaultPrune   *string `json:"defaultPrune"`
	SkipHooks      bool    `json:"skipHooks"`
	// Kind/name of the resources of a selective sync; all where it is missing
	Selected *list `json:"selected"`
	// Kind/name of what is in sync, with ApplyOutOfSyncOnly=true; without that where it is missing
	InSync                      *list `json:"inSync"`
	SkipDryRunOnMissingResource bool  `json:"skipDryRunOnMissingResource"`

	// Kind/name of what stays Progressing, becomes Degraded, is never gone after its deletion, or is refused
	NeverHealthy list `json:"neverHealthy"`
	Degraded     list `json:"degraded"`
	NeverDeleted list `json:"neverDeleted"`
	// or is deleted by somebody as soon as it is applied
	Vanishes      list `json:"vanishes"`
	RefusesDryRun list `json:"refusesDryRun"`
	RefusesApply  list `json:"refusesApply"`
	RefusesPrune  list `json:"refusesPrune"`
	// apiVersion/Kind of what the API server serves before the sync; everything where it is missing
	Served *list `json:"served"`
}

type list []string

func (l list) has(o *unstructured.Unstructured) bool {
	return slices.Contains(l, o.GetKind()+"/"+o.GetName())
}

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
	// phase and wave were told by the sync code's wave callback; else they are the object's own
	Exact   bool   `json:"exact"`
	Refusal string `json:"refusal,omitempty"`
	ownWave int
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

	// what applied CRDs define, and every API version that is served
	byCRD     map[schema.GroupVersionKind]bool
	versions  map[schema.GroupVersion]bool
	rendered  map[kube.ResourceKey]bool
	untracked map[kube.ResourceKey]bool

	order   []event
	phase   common.OperationPhase
	message string
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

func (w *world) record(op string, o *unstructured.Unstructured, err error) {
	w.events = append(w.events, event{Step: w.step, Op: op, API: o.GetAPIVersion(), Kind: o.GetKind(), Namespace: w.nsOf(o), Name: o.GetName(), ownWave: syncwaves.Wave(o), Refusal: errText(err)})
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// resource operations, as the sync code calls them

func (w *world) put(o *unstructured.Unstructured, dry cmdutil.DryRunStrategy) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	gvk := o.GroupVersionKind()
	if dry != cmdutil.DryRunNone {
		if w.RefusesDryRun.has(o) {
			return errors.New("simulated refusal of the dry run")
		}
		return nil
	}
	var err error
	switch {
	case !w.available(gvk):
		err = fmt.Errorf("no matches for kind %q in version %q", gvk.Kind, o.GetAPIVersion())
	case w.RefusesApply.has(o):
		err = fmt.Errorf("simulated refusal to apply %s", o.GetKind())
	}
	w.record("apply", o, err)
	if err != nil {
		return err
	}
	if w.Vanishes.has(o) {
		delete(w.live, w.key(o))
		return nil
	}
	o = o.DeepCopy()
	if w.nsOf(o) == "" {
		o.SetNamespace("")
	}
	if was := w.live[w.key(o)]; was != nil {
		o.SetDeletionTimestamp(was.GetDeletionTimestamp())
	}
	w.uid++
	o.SetUID(types.UID(fmt.Sprintf("uid-%d", w.uid)))
	w.live[w.key(o)] = o
	// a namespace that is not rendered comes of CreateNamespace=true: it has no tracking label, so is never pruned
	w.untracked[w.key(o)] = o.GetKind() == "Namespace" && !w.rendered[w.key(o)]
	w.serve(o)
	return nil
}

func (w *world) ApplyResource(_ context.Context, o *unstructured.Unstructured, dry cmdutil.DryRunStrategy, _, _, _ bool, _ string) (string, error) {
	return "applied", w.put(o, dry)
}

func (w *world) ReplaceResource(_ context.Context, o *unstructured.Unstructured, dry cmdutil.DryRunStrategy, _ bool) (string, error) {
	return "replaced", w.put(o, dry)
}

func (w *world) CreateResource(_ context.Context, o *unstructured.Unstructured, dry cmdutil.DryRunStrategy, _ bool) (string, error) {
	return "created", w.put(o, dry)
}

func (w *world) UpdateResource(_ context.Context, o *unstructured.Unstructured, dry cmdutil.DryRunStrategy) (*unstructured.Unstructured, error) {
	return o, w.put(o, dry)
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

// remove records only the first deletion of an object that is never gone.
func (w *world) remove(op string, gvk schema.GroupVersionKind, name, namespace string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	key := kube.NewResourceKey(gvk.Group, gvk.Kind, namespace, name)
	o := w.live[key]
	if o == nil {
		return apierrors.NewNotFound(schema.GroupResource{Group: gvk.Group, Resource: gvk.Kind}, name)
	}
	if op == "prune" && w.RefusesPrune.has(o) {
		err := fmt.Errorf("simulated refusal to prune %s", o.GetKind())
		w.record(op, o, err)
		return err
	}
	if o.GetDeletionTimestamp() != nil {
		return nil
	}
	w.record(op, o, nil)
	if w.NeverDeleted.has(o) {
		now := metav1.NewTime(time.Unix(1, 0))
		o.SetDeletionTimestamp(&now)
		return nil
	}
	delete(w.live, key)
	return nil
}

// the few API server answers the sync code asks for itself: discovery, CRD status, get/update/delete of hooks

var pathRE = regexp.MustCompile(`^/(?:api/(v1)|apis/([^/]+)/([^/]+))(?:/namespaces/([^/]+))?(?:/([^/]+)/([^/]+))?/?$`)

func plural(kind string) string { return strings.ToLower(kind) + "x" }

func (w *world) available(gvk schema.GroupVersionKind) bool {
	return w.Served == nil || slices.Contains(*w.Served, gvk.GroupVersion().String()+"/"+gvk.Kind) || w.byCRD[gvk]
}

// serve adds what an applied CRD defines.
func (w *world) serve(o *unstructured.Unstructured) {
	if !kube.IsCRD(o) {
		return
	}
	g, _, _ := unstructured.NestedString(o.Object, "spec", "group")
	k, _, _ := unstructured.NestedString(o.Object, "spec", "names", "kind")
	versions, _, _ := unstructured.NestedSlice(o.Object, "spec", "versions")
	for _, v := range versions {
		name, _, _ := unstructured.NestedString(v.(map[string]any), "name")
		served, stated, _ := unstructured.NestedBool(v.(map[string]any), "served")
		if served || !stated {
			w.byCRD[schema.GroupVersionKind{Group: g, Version: name, Kind: k}] = true
			w.versions[schema.GroupVersion{Group: g, Version: name}] = true
		}
	}
}

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
		if g.Group == group && g.Version == version && w.available(g) {
			hits = append(hits, g)
		}
	}
	w.mu.Unlock()
	if res == "" {
		w.mu.Lock()
		served := w.Served == nil || w.versions[schema.GroupVersion{Group: group, Version: version}]
		w.mu.Unlock()
		if !served {
			http.NotFound(rw, r) // as the API server answers: plain text
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
			found := w.live[key] != nil
			if found {
				w.live[key] = o
			}
			w.mu.Unlock()
			if !found {
				missing()
				return
			}
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
	case w.Degraded.has(o):
		return &health.HealthStatus{Status: health.HealthStatusDegraded, Message: "simulated: degraded"}, nil
	case w.NeverHealthy.has(o):
		return &health.HealthStatus{Status: health.HealthStatusProgressing, Message: "simulated: never healthy"}, nil
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

const maxCalls = 2000

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			answer, failure := ask(line)
			if failure != nil {
				fmt.Fprintf(os.Stderr, "argo-sync: %v\n", failure)
				os.Exit(1)
			}
			_ = json.NewEncoder(out).Encode(answer)
			_ = out.Flush()
		}
		if err != nil {
			return
		}
	}
}

// ask gives the question back with its answer.
func ask(line []byte) (map[string]any, error) {
	answer := map[string]any{}
	var q question
	if err := json.Unmarshal(line, &q); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		return nil, err
	}
	w := newWorld(q)
	if err := w.run(); err != nil {
		return nil, fmt.Errorf("%s: %w", q.ID, err)
	}
	answer["order"], answer["outcome"], answer["message"] = w.order, w.phase, w.message
	return answer, nil
}

func newWorld(q question) *world {
	w := &world{
		question:  q,
		live:      map[kube.ResourceKey]*unstructured.Unstructured{},
		scope:     map[schema.GroupKind]bool{},
		byCRD:     map[schema.GroupVersionKind]bool{},
		versions:  map[schema.GroupVersion]bool{},
		untracked: map[kube.ResourceKey]bool{},
		rendered:  map[kube.ResourceKey]bool{},
		order:     []event{},
	}
	w.known = append(w.known, schema.GroupVersionKind{Version: "v1", Kind: "Namespace"}, schema.GroupVersionKind{Group: "apiextensions.k8s.io", Version: "v1", Kind: "CustomResourceDefinition"})
	if q.Served != nil {
		for _, s := range *q.Served {
			gv, _ := schema.ParseGroupVersion(s[:strings.LastIndex(s, "/")])
			w.versions[gv] = true
		}
	}
	return w
}

func (w *world) run() error {
	targets, err := load(w.Manifests)
	if err != nil {
		return err
	}
	w.learn(targets)
	targets = w.normalize(targets)
	lives, err := load(w.Live)
	if err != nil {
		return err
	}
	w.learn(lives)
	for _, o := range w.normalize(lives) {
		w.uid++
		o.SetUID(types.UID(fmt.Sprintf("uid-%d", w.uid)))
		w.live[w.key(o)] = o
	}
	for _, t := range targets {
		w.rendered[w.key(t)] = true
	}
	targets = slices.DeleteFunc(targets, onlyAroundDeletion)
	server := httptest.NewServer(w)
	defer server.Close()
	cfg := &rest.Config{Host: server.URL, QPS: -1}
	started := metav1.NewTime(time.Unix(0, 0).UTC())
	var results []common.ResourceSyncResult
	stalled := 0
	for w.step = 1; w.step <= maxCalls; w.step++ {
		rec := w.reconcile(targets)
		sc, cleanup, err := gsync.NewSyncContext("0123456789abcdef", rec, cfg, cfg, &kubectl{w: w}, w.DestinationNamespace,
			w.options(rec, results, started)...)
		if err != nil {
			return err
		}
		sc.Sync(context.Background())
		oldPhase, oldMessage := w.phase, w.message
		w.phase, w.message, results = sc.GetState()
		cleanup()
		n := len(w.events)
		w.flush(results)
		if w.phase.Completed() {
			return nil
		}
		if n > 0 || w.phase != oldPhase || w.message != oldMessage {
			stalled = 0
		} else if stalled++; stalled == 3 {
			return nil
		}
	}
	return fmt.Errorf("no end after %d calls", maxCalls)
}

func (w *world) reconcile(targets []*unstructured.Unstructured) gsync.ReconciliationResult {
	w.mu.Lock()
	defer w.mu.Unlock()
	live := map[kube.ResourceKey]*unstructured.Unstructured{}
	for k, o := range w.live {
		if !w.untracked[k] {
			live[k] = o.DeepCopy()
		}
	}
	copies := make([]*unstructured.Unstructured, len(targets))
	for i, t := range targets {
		copies[i] = t.DeepCopy()
	}
	return gsync.Reconcile(copies, live, w.DestinationNamespace, w)
}

func (w *world) options(rec gsync.ReconciliationResult, results []common.ResourceSyncResult, started metav1.Time) []gsync.SyncOpt {
	opts := []gsync.SyncOpt{
		gsync.WithLogr(logr.Discard()),
		gsync.WithHealthOverride(w),
		gsync.WithInitialState(w.phase, w.message, results, started),
		gsync.WithPrune(w.Prune == nil || *w.Prune), gsync.WithPruneLast(w.PruneLast),
		gsync.WithPruneConfirmed(w.PruneConfirmed), gsync.WithDefaultPruneOption(w.DefaultPrune),
		gsync.WithSkipHooks(w.SkipHooks),
		gsync.WithSkipDryRunOnMissingResource(w.SkipDryRunOnMissingResource),
		gsync.WithSyncWaveHook(w.label),
	}
	if w.CreateNamespace {
		opts = append(opts, gsync.WithNamespaceModifier(func(_, liveNs *unstructured.Unstructured) (bool, error) { return liveNs == nil, nil }))
	}
	if w.Selected != nil {
		opts = append(opts, gsync.WithResourcesFilter(func(key kube.ResourceKey, _, _ *unstructured.Unstructured) bool {
			return slices.Contains(*w.Selected, key.Kind+"/"+key.Name)
		}))
	}
	if w.InSync != nil {
		opts = append(opts, gsync.WithResourceModificationChecker(true, w.compare(rec)))
	}
	return opts
}

// label is called by the sync code after it has run a wave.
func (w *world) label(p common.SyncPhase, wave int, _ bool) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.events {
		if e := &w.events[i]; e.Phase == "" && e.Op != "hook-delete" {
			e.Phase, e.Wave, e.Exact = string(p), wave, true
		}
	}
	return nil
}

// compare says which objects are in sync, as the application controller's diff does.
func (w *world) compare(rec gsync.ReconciliationResult) *diff.DiffResultList {
	l := &diff.DiffResultList{}
	for i, live := range rec.Live {
		target := rec.Target[i]
		state := live
		if state == nil {
			state = target
		}
		text, _ := state.MarshalJSON()
		res := diff.DiffResult{Modified: live == nil || target == nil || !w.InSync.has(target), NormalizedLive: []byte("null"), PredictedLive: text}
		if live != nil {
			res.NormalizedLive = text
		}
		l.Diffs = append(l.Diffs, res)
	}
	return l
}

// onlyAroundDeletion: what the application controller does not hand to the sync code (partitionTargetObjsForSync).
func onlyAroundDeletion(o *unstructured.Unstructured) bool {
	outside := slices.ContainsFunc(strings.Split(o.GetAnnotations()["argocd.argoproj.io/hook"], ","), func(t string) bool {
		return slices.Contains([]string{"PreDelete", "PostDelete"}, strings.TrimSpace(t))
	}) || slices.ContainsFunc(strings.Split(o.GetAnnotations()["helm.sh/hook"], ","), func(t string) bool {
		return slices.Contains([]string{"pre-delete", "post-delete"}, strings.TrimSpace(t))
	})
	return outside && !slices.ContainsFunc(hook.Types(o), func(t common.HookType) bool { return t != common.HookTypeSkip })
}

// flush takes down the events of one Sync call. Objects of one kind that follow each other are applied by
// concurrent goroutines: they share a group number and stand by name.
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
		for j < len(ev) && together(ev[i], ev[j]) {
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
			if g[a].Namespace != g[b].Namespace {
				return g[a].Namespace < g[b].Namespace
			}
			return g[a].API < g[b].API
		})
		for _, e := range g {
			e.Group = w.group
			w.order = append(w.order, e)
		}
		i = j
	}
}

// together: where the sync code does not tell phase and wave, they are not used to tell groups apart.
func together(a, b event) bool {
	return a.Op == b.Op && (a.Kind == b.Kind || a.Op == "prune") && a.Exact == b.Exact && (!a.Exact || a.Phase == b.Phase && a.Wave == b.Wave)
}
