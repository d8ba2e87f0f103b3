"""The MCP server that Claude Code starts: eight tools on stdio, and a warm socket for the hooks."""
