// A certificate for loopback and its key, for tests of https only: trusting it means trusting anybody who reads this file.
export const testCertificate = `
-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUXwJjWLPd1+d5hUXENyZ/BrHn2P8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEwMDA1NloYDzIxMjYxMDI4
MTAwMDU2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQeqPQ/+LwN80s99PHZqD3plxLG5B7Xu9GW8PVTDwgndiNl9ZltrBhd
6NwR82yWJYiWEg+1Gv/yI3u4QafPGg7oo28wbTAdBgNVHQ4EFgQU8qzA3QpulAm7
02kDumN57qz0/38wHwYDVR0jBBgwFoAU8qzA3QpulAm702kDumN57qz0/38wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgSEgSFUtlO+x+rLpyRG1oetSsXOioxKKRdNJb6iHUj7wCIHIW
75JJUgL5opCFuLk1dufb899Tgg0zSWuHDFDQ/zOl
-----END CERTIFICATE-----
`;

export const testKey = `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgr89m5fVpOPUg5G1T
76m7D5ZMLSRxnT4rovnsZU3MolKhRANCAAQeqPQ/+LwN80s99PHZqD3plxLG5B7X
u9GW8PVTDwgndiNl9ZltrBhd6NwR82yWJYiWEg+1Gv/yI3u4QafPGg7o
-----END PRIVATE KEY-----
`;

/**
 * A certificate authority as --tls-local created it before it set name constraints. For tests only: trusting it means trusting anybody who
 * reads this file.
 */
export const earlyAuthority = {
  certificate: `
-----BEGIN CERTIFICATE-----
MIIBoTCCAUagAwIBAgIUaTBzurc6sKlYxWGNftCRpFFvUlswCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQU3Rvd2F3YXkgb24gaG9sZDAgFw0yNjExMjIxMTIyMDNaGA8y
MTI2MTAyOTExMjIwM1owGzEZMBcGA1UEAwwQU3Rvd2F3YXkgb24gaG9sZDBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABCXcfa59pgVrOzKZahxoWjqQSNTCx5WmOWB7
bHwKe5rol6Qz5imVWae8X+SzjtJOaRv5OQ4Vq2GQ7P5TFdsa70OjZjBkMB0GA1Ud
DgQWBBQ4QaZeBZJsXylLbhX9Tp2Cct6exjAfBgNVHSMEGDAWgBQ4QaZeBZJsXylL
bhX9Tp2Cct6exjASBgNVHRMBAf8ECDAGAQH/AgEAMA4GA1UdDwEB/wQEAwIBBjAK
BggqhkjOPQQDAgNJADBGAiEA3GguLCKhK2Eho4ZAmI9jbCx49xn9TLlhUBGPm1Jy
J2ECIQCUdMd56NE8DnNAdYTeGE8zxTpj/eYjnuJZn2bQNYrPmQ==
-----END CERTIFICATE-----
`,
  key: `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgr+oHdrZ0j653SifY
A0gHIGNBNwS7K7qkX0uf72A5FmahRANCAAQl3H2ufaYFazsymWocaFo6kEjUwseV
pjlge2x8Cnua6JekM+YplVmnvF/ks47STmkb+TkOFathkOz+UxXbGu9D
-----END PRIVATE KEY-----
`,
};
