// Command kubetest is every program of a Kubernetes cluster in one binary, so that the code they share is compiled,
// linked and kept only once. Its first argument says which program to be.
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	_ "time/tzdata" // time zones of CronJobs

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

var programs = map[string]func() error{
	"etcd":                    func() error { etcdmain.Main(os.Args); return nil },
	"kube-apiserver":          command(apiserver.NewAPIServerCommand),
	"kube-controller-manager": command(controllers.NewControllerManagerCommand),
	"kube-scheduler":          command(func() *cobra.Command { return scheduler.NewSchedulerCommand() }),
	"kubelet":                 command(func() *cobra.Command { return kubelet.NewKubeletCommand(context.Background()) }),
	"kubectl":                 command(kubectl.NewDefaultKubectlCommand),
	"kwok":                    kwok,
	"kwok-stages":             printStages,
	"certificates":            makeCertificates,
}

func main() {
	name := ""
	if len(os.Args) > 1 {
		os.Args = os.Args[1:]
		name = os.Args[0]
	}
	run, known := programs[name]
	if !known {
		fmt.Fprintf(os.Stderr, "usage: kubetest %s [arguments]\n", strings.Join(slices.Sorted(maps.Keys(programs)), "|"))
		os.Exit(2)
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// command makes a cobra command only when it is asked for: some of them change global state as they are made.
func command(make func() *cobra.Command) func() error {
	return func() error {
		os.Exit(cli.Run(make()))
		return nil
	}
}
