# pvg completion for PowerShell. In $PROFILE: pvg completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName pvg -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $before = @($commandAst.CommandElements |
        Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object {
            if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value }
            else { $_.Extent.Text }
        })
    # Without a suggestion PowerShell offers file names.
    pvg completion powershell "--complete=$wordToComplete" '--' @before 2>$null |
        Select-Object -Skip 1 |
        ForEach-Object {
            $value, $says = $_ -split "`t", 2
            if (-not $says) { $says = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $says)
        }
}
