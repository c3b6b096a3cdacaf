package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

const lifetime = 24 * time.Hour

// authority signs the certificates of one test cluster.
type authority struct {
	folder      string
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// makeCertificates writes the keys and certificates of one control plane into a folder:
//
//	ca                  signs the others, and clients of the API server
//	kube-apiserver      serves; for loopback and the given addresses
//	kubelet-client      the API server's towards kubelets
//	service-account     a key only: signs and proves tokens
func makeCertificates() error {
	if len(os.Args) < 2 {
		return fmt.Errorf("usage: kubetest certificates FOLDER [IP ADDRESS ...]")
	}
	addresses := []net.IP{net.IPv4(127, 0, 0, 1)}
	for _, text := range os.Args[2:] {
		address := net.ParseIP(text)
		if address == nil {
			return fmt.Errorf("%q is no IP address", text)
		}
		addresses = append(addresses, address)
	}
	ca, err := newAuthority(os.Args[1])
	if err != nil {
		return err
	}
	err = ca.issue("kube-apiserver", x509.Certificate{
		Subject:     pkix.Name{CommonName: "kube-apiserver"},
		IPAddresses: addresses,
		DNSNames:    []string{"localhost", "kubernetes.default.svc"},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	})
	if err != nil {
		return err
	}
	err = ca.issue("kubelet-client", x509.Certificate{
		Subject:     pkix.Name{CommonName: "kube-apiserver-kubelet-client", Organization: []string{"system:masters"}},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	})
	if err != nil {
		return err
	}
	_, err = ca.writeKey("service-account")
	return err
}

func newAuthority(folder string) (*authority, error) {
	ca := &authority{folder: folder, certificate: &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "test-ca"},
		NotBefore:             time.Now().Add(-time.Minute),
		NotAfter:              time.Now().Add(lifetime),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}}
	key, err := ca.writeKey("ca")
	if err != nil {
		return nil, err
	}
	ca.key = key
	return ca, ca.write("ca", ca.certificate, key)
}

// issue writes NAME.key and NAME.crt.
func (ca *authority) issue(name string, template x509.Certificate) error {
	key, err := ca.writeKey(name)
	if err != nil {
		return err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return err
	}
	template.SerialNumber = serial
	template.NotBefore, template.NotAfter = ca.certificate.NotBefore, ca.certificate.NotAfter
	template.KeyUsage = x509.KeyUsageDigitalSignature
	return ca.write(name, &template, key)
}

func (ca *authority) write(name string, template *x509.Certificate, key *ecdsa.PrivateKey) error {
	der, err := x509.CreateCertificate(rand.Reader, template, ca.certificate, &key.PublicKey, ca.key)
	if err != nil {
		return err
	}
	return ca.writePEM(name+".crt", "CERTIFICATE", der)
}

func (ca *authority) writeKey(name string) (*ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return nil, err
	}
	return key, ca.writePEM(name+".key", "EC PRIVATE KEY", der)
}

func (ca *authority) writePEM(file, kind string, der []byte) error {
	return os.WriteFile(filepath.Join(ca.folder, file), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}
