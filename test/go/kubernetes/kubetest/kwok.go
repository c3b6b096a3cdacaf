package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"
	"sigs.k8s.io/kwok/kustomize/stage/node/fast"
	heartbeat "sigs.k8s.io/kwok/kustomize/stage/node/heartbeat-with-lease"
	podfast "sigs.k8s.io/kwok/kustomize/stage/pod/fast"
	"sigs.k8s.io/kwok/pkg/config"
	kwokcmd "sigs.k8s.io/kwok/pkg/kwok/cmd"
	"sigs.k8s.io/kwok/pkg/log"
	"sigs.k8s.io/kwok/pkg/utils/signals"
)

// kwok does what sigs.k8s.io/kwok/cmd/kwok does (v0.8.0 main.go).
func kwok() error {
	flags := pflag.NewFlagSet("global", pflag.ContinueOnError)
	flags.ParseErrorsAllowlist.UnknownFlags = true
	flags.Usage = func() {}
	ctx, _ := log.InitFlags(signals.SetupSignalContext(), flags)
	ctx, err := config.InitFlags(ctx, flags)
	if err != nil {
		return err
	}
	cmd := kwokcmd.NewCommand(ctx)
	cmd.Version = "" // cobra's --version clashes with the one that component-base declares for all
	cmd.PersistentFlags().AddFlagSet(flags)
	return cmd.ExecuteContext(ctx)
}

const podConditions = "    matchExpressions:\n"

// printStages prints what kwok is to do with nodes and pods: its own fast stages, but a pod with the annotation test/hold
// stays Pending.
func printStages() error {
	if strings.Count(podfast.DefaultPodReady, podConditions) != 1 {
		return fmt.Errorf("kwok's stage pod-ready has another shape than expected")
	}
	ready := strings.Replace(podfast.DefaultPodReady, podConditions,
		podConditions+"    - {key: '.metadata.annotations[\"test/hold\"]', operator: DoesNotExist}\n", 1)
	stages := []string{fast.DefaultNodeInit, heartbeat.DefaultNodeHeartbeatWithLease, ready, podfast.DefaultPodComplete, podfast.DefaultPodDelete}
	_, err := fmt.Fprintln(os.Stdout, strings.Join(stages, "\n---\n"))
	return err
}
