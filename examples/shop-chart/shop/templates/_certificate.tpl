{{- /* The projected volume with a pod certificate; the caller gives the DNS names, if any. */ -}}
{{- define "shop.certificate" -}}
- name: certificate
  projected:
    sources:
      - podCertificate:
          signerName: {{ .signerName }}
          keyType: ED25519
          credentialBundlePath: bundle.pem
          {{- with .dnsNames }}
          userAnnotations:
            example.com/dns-names: {{ . }}
          {{- end }}
{{- end -}}
