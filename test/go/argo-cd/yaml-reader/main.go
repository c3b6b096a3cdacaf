// yaml-reader answers what Argo CD makes of streams of YAML: one JSON object per line on standard input and output.
//
// A question is {"stream": base64}. In the answer, "split" holds what the plugin server makes of the stream, each document
// as JSON, and "splitError" why it stopped; "objects" holds what the repo-server reads from each of these, or why not;
// "plain" is what one reading makes of the whole stream as one document, which is sigs.k8s.io/yaml unless it opens with a brace. All texts are base64, so that nothing
// on the way can change them.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"os"

	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/utils/kube"
	"k8s.io/apimachinery/pkg/util/yaml"
)

type question struct {
	Stream []byte `json:"stream"`
}

type object struct {
	// JSON of every object that the document became; none where it is empty.
	JSON  []string `json:"json,omitempty"`
	Error string   `json:"error,omitempty"`
}

type answer struct {
	Split      []string `json:"split"`
	SplitError string   `json:"splitError,omitempty"`
	Objects    []object `json:"objects"`
	Plain      string   `json:"plain,omitempty"`
	PlainError string   `json:"plainError,omitempty"`
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var asked question
			if err := json.Unmarshal(line, &asked); err != nil {
				log.Fatal(err)
			}
			if err := encoder.Encode(read(asked.Stream)); err != nil {
				log.Fatal(err)
			}
			// Whoever waits for the last answer gets it; in between, many go at once.
			if in.Buffered() == 0 {
				if err := out.Flush(); err != nil {
					log.Fatal(err)
				}
			}
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}

func read(stream []byte) (result answer) {
	result.Split, result.Objects = []string{}, []object{}
	documents, err := kube.SplitYAMLToString(stream)
	if err != nil {
		result.SplitError = err.Error()
	}
	for _, document := range documents {
		result.Split = append(result.Split, encode([]byte(document)))
		result.Objects = append(result.Objects, readAgain(document))
	}
	plain, err := yaml.ToJSON(stream)
	if err != nil {
		result.PlainError = err.Error()
	} else {
		result.Plain = encode(plain)
	}
	return result
}

// readAgain is what the repo-server does with each manifest of a plugin.
func readAgain(document string) object {
	found, err := kube.SplitYAML([]byte(document))
	if err != nil {
		return object{Error: err.Error()}
	}
	var read object
	for _, one := range found {
		text, err := json.Marshal(one.Object)
		if err != nil {
			return object{Error: err.Error()}
		}
		read.JSON = append(read.JSON, encode(text))
	}
	return read
}

func encode(text []byte) string {
	return base64.StdEncoding.EncodeToString(text)
}
