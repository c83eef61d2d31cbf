package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// someTopic wants words, in so many words.
func someTopic(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return nil
	}
	return fmt.Errorf("a topic is missing, as in %q", cmd.CommandPath()+" my first call")
}

func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }
