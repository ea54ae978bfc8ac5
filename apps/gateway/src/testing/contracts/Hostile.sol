// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Pays on what it receives, from within: a payment that no log shows.
contract Forwarder {
    function pay(address payable to) external payable {
        (bool sent, ) = to.call{value: msg.value}("");
        require(sent);
    }

    /// Pays, and undoes it: the outer call succeeds.
    function payAndUndo(address payable to) external payable {
        try this.payAndFail{value: msg.value}(to) {} catch {}
    }

    function payAndFail(address payable to) external payable {
        (bool sent, ) = to.call{value: msg.value}("");
        require(sent);
        revert("undone");
    }

    /// Two payments to one address in one transaction.
    function payTwice(address payable to) external payable {
        (bool first, ) = to.call{value: msg.value / 2}("");
        (bool second, ) = to.call{value: msg.value / 2}("");
        require(first && second);
    }

    function end(address payable to) external payable {
        new Ending{value: msg.value}(to);
    }
}

/// Ends itself while it is made: its coins go to an address without a call.
contract Ending {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}

/// Logs a transfer of an amount and moves what `moved` makes of it.
abstract contract Token {
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 amount);

    constructor() {
        balanceOf[msg.sender] = 1e24;
    }

    function transfer(address to, uint256 amount) external virtual returns (bool) {
        uint256 brought = moved(amount);
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += brought;
        emit Transfer(msg.sender, to, amount);
        return true;
    }

    function moved(uint256 amount) internal pure virtual returns (uint256);
}

contract HonestToken is Token {
    function moved(uint256 amount) internal pure override returns (uint256) {
        return amount;
    }
}

/// Logs 1000 and brings 990.
contract FeeToken is Token {
    function moved(uint256 amount) internal pure override returns (uint256) {
        return (amount * 99) / 100;
    }
}

/// Logs a transfer that never was.
contract LyingToken is Token {
    function moved(uint256) internal pure override returns (uint256) {
        return 0;
    }
}

/// Answers false, logs nothing and moves nothing; the transaction succeeds.
contract FalseToken is Token {
    function transfer(address, uint256) external pure override returns (bool) {
        return false;
    }

    function moved(uint256) internal pure override returns (uint256) {
        return 0;
    }
}

/// Logs transfers that look like an amount and are none.
contract NoisyToken is HonestToken {
    event Transfer(address indexed from, address indexed to, uint256 indexed id, bool other);

    function noise(address to) external {
        emit Transfer(msg.sender, to, 7, true);
        assembly {
            mstore(0, 5)
            // Transfer(address,address,uint256) with the thing as a fourth topic, as of an NFT.
            log4(0, 0, 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef, caller(), to, 5)
        }
    }
}
