//go:build tools

// Package tools pins the server binaries that tools/setup.mjs compiles.
package tools

import (
	_ "github.com/temporalio/cli/cmd/temporal"
	_ "github.com/versity/versitygw/cmd/versitygw"
)
