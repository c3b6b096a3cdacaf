// argo-kustomize builds a kustomization the way Argo CD's repo-server does: its own code puts the settings of an
// Application's kustomize block into the folder, with the real `kustomize edit`, and builds it.
//
//	argo-kustomize ROOT FOLDER KUSTOMIZE <settings.json   prints the objects, a line of JSON each
//
// The settings are a kustomize block as it stands in an Application, with the variables of Argo CD's build environment
// beside it: {"kustomize": {…}, "env": {"ARGOCD_APP_NAME": "web"}}. The folder is changed.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"github.com/argoproj/argo-cd/v3/util/git"
	"github.com/argoproj/argo-cd/v3/util/kustomize"
	"github.com/sirupsen/logrus"
)

type request struct {
	Kustomize *v1alpha1.ApplicationSourceKustomize `json:"kustomize"`
	Env       map[string]string                    `json:"env"`
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) != 4 {
		return fmt.Errorf("usage: argo-kustomize ROOT FOLDER KUSTOMIZE <settings.json")
	}
	logrus.SetOutput(io.Discard)
	var settings request
	if err := json.NewDecoder(os.Stdin).Decode(&settings); err != nil {
		return err
	}
	env := v1alpha1.Env{}
	for name, value := range settings.Env {
		env = append(env, &v1alpha1.EnvEntry{Name: name, Value: value})
	}
	app := kustomize.NewKustomizeApp(os.Args[1], os.Args[2], git.NopCreds{}, "", os.Args[3], "", "")
	objects, _, _, err := app.Build(settings.Kustomize, nil, &env, nil)
	if err != nil {
		return err
	}
	for _, object := range objects {
		line, err := json.Marshal(object.Object)
		if err != nil {
			return err
		}
		fmt.Println(string(line))
	}
	return nil
}
