// Package tools names the program that is built from this module, so that `go mod tidy` keeps it.
package tools

import _ "sigs.k8s.io/kustomize/kustomize/v5/commands"
