package cli

import "github.com/spf13/cobra"

func (a *app) postCommand() *cobra.Command {
	group := &cobra.Command{Use: "post", Short: "Turn a journal entry into a post", Args: cobra.NoArgs, RunE: showHelp}
	group.AddCommand(a.postNewCommand(), a.postCheckCommand(), a.postCorrectCommand())
	return group
}
